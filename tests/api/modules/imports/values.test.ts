import { describe, expect, it, test } from 'vitest'

import { audienceOf } from '../../../../api/modules/imports/audience.ts'
import { garmentOf } from '../../../../api/modules/imports/garments.ts'
import { cleanDescription } from '../../../../api/modules/imports/html.ts'
import { parsePrice } from '../../../../api/tables/price.ts'
import { parseRubyHash } from '../../../../api/modules/imports/ruby-hash.ts'
import { cleanColors, cleanSizes, inSizeOrder } from '../../../../api/modules/imports/sizes.ts'
import { cleanText } from '../../../../api/tables/clean-text.ts'

test.each([
  ['1499', 1499],
  ['1,499.00', 1499],
  ['₹ 1,23,456.5', 123456.5],
  ['Rs. 999/-', 999],
  [' 42.99 ', 42.99],
  [' 42.999 ', null],
  ['1.499', null],
  ['', undefined],
  ['\u00a0', undefined],
  ['free', null],
  ['-5', null],
  ['1.499,00', null],
  ['999,00', null],
  ['1,23,45', null],
  ['12,34,567', 1234567],
  ['1e9', null],
])('reads the price %j as %j', (cell, price) => {
  expect(parsePrice(cell)).toBe(price)
})

test.each([
  ["Alisha Solid Women's Cycling Shorts", 'Women'],
  ['Anchor Bracelet Mens', 'Men'],
  ['Women’s Kurta', 'Women'],
  ['female', 'Women'],
  ['male', 'Men'],
  ['men, women', 'Unisex'],
  ['Unisex', 'Unisex'],
  ['Unisex Kids', 'Kids'],
  ["Boy's Sweater", 'Kids'],
  ['Boys, Men', 'Men'],
  ['Ornament for the Mention', undefined],
])('finds the audience of %j: %j', (text, audience) => {
  expect(audienceOf(text)).toBe(audience)
})

test.each([
  ['Saree mall Yellow & Red Printed Saree', 'Sarees', 'Printed Sarees'],
  ['Jompers Women Turquoise Blue Solid Straight Kurta', 'Kurtas', 'Straight Kurtas'],
  ['EthnoVogue Women Custom Made Kurta Set with Jacket', 'Kurta Sets', 'Kurta Sets'],
  ['MBE Women Green Kurta with Palazzos & Dupatta', 'Kurtas', 'Kurtas'],
  ['Pepe Jeans Boys Olive Brown Solid Corduroy Trousers', 'Bottomwear', 'Trousers'],
  ['Flying Machine Men Blue Slim Fit Stretchable Jeans', 'Bottomwear', 'Stretchable Jeans'],
  ['U.S. Polo Assn. Men Solid Polo Collar T-shirt', 'T-Shirts', 'Polo T-Shirts'],
  ['CODE by Lifestyle Men White Slim Fit Printed Casual Shirt', 'Shirts', 'Casual Shirts'],
  ['Kazo Women Yellow Floral Print Shirt Dress', 'Dresses', 'Shirt Dresses'],
  ['Sonari Pack of 2 Full-Coverage T-shirt Bras', 'Innerwear & Sleepwear', 'Bras'],
  ['DKNY Unisex Black Cabin Trolley Bag', 'Accessories', 'Trolley Bags'],
  ['LED High Tops', 'Footwear', 'Sneakers'],
  ['Cortina White & Green Set of 2 Door Curtains', 'Home', 'Curtains'],
])('knows what %j is', (name, category, parentCategory) => {
  expect(garmentOf(name)).toEqual({ category, parentCategory })
})

it('knows no garment in other names', () => {
  expect(garmentOf('Eternal Gandhi Crystal Paper Weight')).toBeUndefined()
})

describe('a description', () => {
  test.each([
    ['plain\u00a0text  with spaces ', 'plain text with spaces'],
    ['Black &amp; white &#8211; 100&nbsp;% cotton', 'Black & white – 100 % cotton'],
    ['size < 40', 'size < 40'],
    ['&constructor; &AMP; &unknown;', '&constructor; & &unknown;'],
    ['<p><span style="color:red">Soft</span>&nbsp;silk</p>', '<p>Soft silk</p>'],
    ['<div>One</div><p> </p><ul><li>Two</li></ul>', '<p>One</p><ul><li>Two</li></ul>'],
    ['<h1>Care</h1><script>alert(1)</script><img src=x onerror=alert(1)>', '<h3>Care</h3>'],
    ['a<br/><br /><br><br>b', 'a<br><br>b'],
    ['<p><b> </b><i></i></p><p>One</p><ul> <li></li></ul>', '<p>One</p>'],
    ['<div><div>One</div><div>Two &gt; 1</div></div>', '<p>One</p><p>Two &gt; 1</p>'],
    ['<span>only words</span>', 'only words'],
    ['Women&rsquo;s kurta &ndash; caf&eacute; au lait &#x200;', 'Women’s kurta – café au lait Ȁ'],
    ['<p>Women&rsquo;s kurta &ndash; caf&eacute;</p>', '<p>Women’s kurta – café</p>'],
    ['<span>Women&rsquo;s &lt;3</span>', 'Women’s <3'],
    ['a&#7;b </3 c <!-- d', 'ab </3 c <!-- d'],
    ['AT&amp;amp;T', 'AT&amp;T'],
  ])('%j becomes %j', (body, clean) => {
    expect(cleanDescription(body)).toBe(clean)
  })
})

it('cleans text of no-break spaces, byte order marks and runs of spaces', () => {
  expect(cleanText('\ufeff  calf\u00a0 length\n kurta ')).toBe('calf length kurta')
})

it('writes sizes as shoppers read them, without repetitions', () => {
  expect(cleanSizes(['xs', ' 2xl', 'small', 'S', 's', '32-B', ''])).toEqual([
    'XS',
    '2XL',
    'Small',
    'S',
    '32-B',
  ])
})

test.each([
  [
    ['L', 'M', 'XL', 'S', 'XXL', 'XS'],
    ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  ],
  [
    ['10', '8', '12.5'],
    ['8', '10', '12.5'],
  ],
  [
    ['L', 'Free', 'S'],
    ['L', 'Free', 'S'],
  ],
])('puts the sizes %j in order', (sizes, ordered) => {
  expect(inSizeOrder(sizes)).toEqual(ordered)
})

it('writes colours with capitals and without leading spaces', () => {
  expect(cleanColors([' off white', 'Navy', 'navy'])).toEqual(['Off White', 'Navy'])
})

describe('specifications in Ruby text', () => {
  it('are read, those without a name left out', () => {
    const cell =
      '{"product_specification"=>[{"key"=>"Fabric", "value"=>"Cotton => \\"pure\\""}, {"value"=>"alone"}, {"key"=>"Lining", "value"=>nil}]}'
    expect(parseRubyHash(cell, 'specs')).toEqual([{ key: 'Fabric', value: 'Cotton => "pure"' }])
  })

  it('may be a single fact, or none', () => {
    expect(parseRubyHash('{"s"=>{"key"=>"Type", "value"=>"Kurta"}}', 'specs')).toEqual([
      { key: 'Type', value: 'Kurta' },
    ])
    expect(parseRubyHash('{"s"=>nil}', 'specs')).toEqual([])
    expect(parseRubyHash('', 'specs')).toEqual([])
  })

  it('are refused when cut off', () => {
    expect(() => parseRubyHash('{"s"=>[{"key"=>"Ty', 'specs')).toThrow(
      'the column specs must hold a Ruby hash of keys and values',
    )
  })
})
