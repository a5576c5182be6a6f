import { describe, expect, it, test } from 'vitest'

import { openCatalogue } from '../../../../api/modules/imports/open-catalogue.ts'
import { badOf, catalogueFile, productsOf, readEvents } from './catalogue-file.ts'

const HEADER = 'Handle,Title,Variant Price'

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )
}

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16()
}

describe('encoding', () => {
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', bytes(`${HEADER}\nk,Café – kurta,10`), 'utf-8'],
    ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], `${HEADER}\nk,Café – kurta,10`), 'utf-8'],
    [
      'UTF-16 little endian',
      bytes([0xff, 0xfe], [...Buffer.from(`${HEADER}\nk,Café – kurta,10`, 'utf16le')]),
      'utf-16le',
    ],
    ['UTF-16 big endian', bytes([0xfe, 0xff], [...utf16be(`${HEADER}\nk,Café – kurta,10`)]), 'utf-16be'],
    ['Windows-1252', bytes(`${HEADER}\nk,Caf`, [0xe9], ' ', [0x96], [0xa0], 'kurta,10'), 'windows-1252'],
  ])('%s is recognised', async (_, content, name) => {
    const catalogue = await openCatalogue(catalogueFile(content))
    expect(catalogue.encoding.name).toBe(name)
    expect(productsOf(await readEvents(content))[0]?.title).toBe('Café – kurta')
  })

  it('can be given', async () => {
    const [product] = productsOf(
      await readEvents(bytes(`${HEADER}\nk,`, [0xc4], ',10'), { encoding: 'iso-8859-5' }),
    )
    expect(product?.title).toBe('Ф')
  })

  it('that is unknown is refused', async () => {
    await expect(readEvents(HEADER, { encoding: 'utf-99' })).rejects.toThrow(
      'The encoding "utf-99" is unknown.',
    )
  })
})

test.each([';', '\t'])('the delimiter %j is recognised', async (delimiter) => {
  const text = `${HEADER}\nk,Kurta,10`.replaceAll(',', delimiter)
  expect(productsOf(await readEvents(text))).toHaveLength(1)
})

describe('a file that is no catalogue is refused', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['empty', '', 'The file is empty'],
    ['a workbook', bytes('PK', [3, 4, 0, 0]), 'Save the sheet as "CSV UTF-8"'],
    ['binary', bytes([0, 1, 2]), 'is not a text file'],
    ['other columns', 'Colour,Weight\nred,3', 'The columns of this file are not recognised: Colour, Weight.'],
    ['JSON that is cut off', '[{"key":"k"', 'The file is not valid JSON, perhaps it was cut off'],
    ['JSON without a list', '{"products":[]}', 'must contain a list of products'],
  ])('%s', async (_, content, message) => {
    await expect(readEvents(content)).rejects.toThrow(message)
  })

  it('missing', async () => {
    await expect(openCatalogue('/nowhere/catalogue.csv')).rejects.toThrow(
      'There is no file /nowhere/catalogue.csv.',
    )
  })
})

describe('a broken quotation ends the reading with its line', () => {
  it('at the end of a truncated file', async () => {
    await expect(readEvents(`${HEADER}\nk,Kurta,10\ns,"Red Sar`)).rejects.toThrow(
      'The file ends inside a quoted cell of the row that begins at line 3',
    )
  })

  it('in the middle', async () => {
    await expect(readEvents(`${HEADER}\nk,"Kurta" red,10\ns,Saree,10`)).rejects.toThrow(
      "The row that begins at line 2 can't be read",
    )
  })
})

it('names every bad row in the middle of a file', async () => {
  const text = [HEADER, 'a,Kurta,10', 'b,Saree,ten', 'c,Shirt', 'd,Top,10,20', 'e,Dress,10'].join('\n')
  const events = await readEvents(text)
  expect(badOf(events)).toEqual([
    'row 3: "b" (Saree): "ten" is not a price',
    'row 4: "c" (Shirt): the row has 2 cells where the header has 3: the file is cut off here or lacks a comma',
    'row 5: "d" (Top): the row has 4 cells where the header has 3: a comma is not inside quotation marks',
  ])
  expect(productsOf(events).map(({ key }) => key)).toEqual(['a', 'e'])
})
