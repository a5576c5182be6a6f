import { describe, expect, test } from 'vitest'

import { normalizeUrl, pageKey } from '../../../src/server/page-cache/cache-key.ts'

const shop = { host: 'shop.example', protocol: 'https:' as const }

describe('the cache key', () => {
  test.each([
    ['/', '/'],
    ['/?gclid=1', '/'],
    ['/product/42?utm_source=ad&gad_source=1&srsltid=x', '/product/42'],
    ['/products', '/products'],
    ['/products?fbclid=1&unknown=2', '/products'],
    ['/products?page=2&category=shirts', '/products?category=shirts&page=2'],
    ['/products?category=shirts&gclid=9&page=2', '/products?category=shirts&page=2'],
    ['/products?page=2&page=3', '/products?page=2'],
    ['/products?category=', '/products'],
    [
      '/fragments/suggestions?search=%20Blue%20%20shi&sort=newest&x=1',
      '/fragments/suggestions?search=blue+shi',
    ],
    ['/products?gclid=1&&%70age=2', '/products?page=2'],
    ['/products?%70%61ge=2', '/products?page=2'],
    ['/products?gclid=page&xpage=2&pages=2&+page=2', '/products'],
    ['/products?page', '/products'],
    ['/products?page=1', '/products'],
    ['/products?page=02', '/products?page=2'],
    ['/products?page=-1', '/products'],
    ['/products?category=%20shirts%00&featured=TRUE', '/products?category=shirts&featured=true'],
    ['/products?featured=abc', '/products'],
    ['/?wait=zz', '/?wait=1'],
    ['/?wait=', '/'],
    ['/x/../products?page=2', '/products?page=2'],
    ['/x/%2E%2e/products', '/products'],
    ['/product/../contact', '/contact'],
    ['/%77ishlist/', '/wishlist'],
    ['/product/%e0%a4%95%2f1', '/product/%E0%A4%95%2F1'],
    ['/product/a,b', '/product/a%2Cb'],
    ['//products///?page=2', '/products?page=2'],
    ['/products?category=MEN', '/products?category=men'],
    ['/product/100%25', '/product/100%25'],
    ['/product/a%2541', '/product/a%2541'],
    ['/#1', '/'],
    ['/\\terms', '/terms'],
    ['/product/42?gclid=1&wait=1', '/product/42?wait=1'],
    ['/?gclid=1&wait=1', '/?wait=1'],
    ['/products?gclid=1&featured=true', '/products?featured=true'],
    ['/products?gclid=1&parentCategory=Sarees', '/products?parentCategory=Sarees'],
    ['/products?gclid=1&search=Kurta', '/products?search=kurta'],
    ['/products?gclid=1&sort=price-asc', '/products?sort=price-asc'],
    ['/products?gclid=1&size=M', '/products?size=m'],
    ['/products?gclid=1&color=Red', '/products?color=red'],
    [
      '/products?country=India&fabric=SILK&colorFamily=Red&colorFamily=blue&discount=20&availability=in-stock',
      '/products?colorFamily=blue&colorFamily=red&fabric=silk&country=india&discount=20&availability=in-stock',
    ],
    ['/products?discount=15&availability=soon&fabric=', '/products'],
    ['/terms?fabric=silk', '/terms'],
    ['/fragments/filters?page=2&fabric=Silk&gclid=1', '/fragments/filters?fabric=silk'],
    ['/products?gclid=1&minPrice=100', '/products?minPrice=100'],
    ['/products?gclid=1&maxPrice=500', '/products?maxPrice=500'],
    ['/terms?page=2', '/terms'],
    ['/terms/', '/terms'],
    [`/products?category=${'x'.repeat(201)}`, '/products'],
  ])('of %s has the address %s', { tags: ['@req-16'] }, (url, key) => {
    expect(normalizeUrl(url)).toBe(key)
  })

  test.each([
    ['/product/42', 'text/markdown', true],
    ['/product/42?gclid=1', 'text/markdown, text/html, */*', true],
    ['/terms/', 'text/html;q=0.7, text/markdown;q=1.0', true],
    ['/product/42', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', false],
    ['/product/42', 'text/html, text/markdown;q=0.9', false],
    ['/product/42', 'text/markdown; charset=utf-8; q=0', false],
    ['/product/42', 'text/markdown-x', false],
    ['/product/42', '*/*', false],
    ['/product/42', undefined, false],
    ['/products', 'text/markdown', false],
    ['/fragments/product/42', 'text/markdown', false],
  ])(
    'of %s for a client that accepts %s is Markdown: %s',
    { tags: ['@req-11.38'] },
    (url, accept, isMarkdown) => {
      expect(pageKey(shop, url, { accept })?.isMarkdown).toBe(isMarkdown)
      expect(pageKey(shop, url, { accept })?.id === pageKey(shop, url)?.id).toBe(!isMarkdown)
    },
  )

  test.each([
    '/account',
    '/x/../account',
    '/%61ccount',
    '/products/plain-1?gclid=7',
    '/cart',
    '/checkout?a=1',
    '/login',
    '/orders',
    '/payment?orderId=1',
    '/register',
    '/track-order',
  ])('%s is never shared', { tags: ['@asvs-14.2.2'] }, (url) => {
    expect(pageKey(shop, url)).toBeUndefined()
  })
})
