import { get } from 'node:http'
import { text } from 'node:stream/consumers'

const PRODUCT = /href="(\/product\/[^"?]+)/g
/** An address of a picture in one of the widths of its page, in a `srcset`. */
const PICTURE = /(\/_img\/\S+) \d+w/g
const WIDTH = /^\/_img\/\d+/

/**
 * Loads the pictures of a local shop's home page and listing, and the first picture of each product, one after another,
 * in the format of current browsers: the storefront converts them before shoppers ask for them.
 */
export async function loadPictures(port: string, host: string): Promise<void> {
  const products = new Set<string>()
  await loadAll(picturesOf(await load('/')))
  for (let page = 1, found = 1; found > 0; page += 1) {
    const html = await load(`/products?page=${page}`)
    const paths = matchesOf(PRODUCT, html)
    for (const path of paths) products.add(path)
    found = paths.length
    await loadAll(picturesOf(html))
  }
  for (const path of products) {
    const pictures = picturesOf(await load(path))
    const first = pictures[0]?.replace(WIDTH, '')
    await loadAll(pictures.filter((picture) => picture.replace(WIDTH, '') === first))
  }

  async function loadAll(pictures: string[]): Promise<void> {
    for (const picture of pictures) await load(picture)
  }

  /** `fetch` sets the header Host itself, and not every resolver knows the names below `localhost`. */
  function load(path: string): Promise<string> {
    const headers = { host: `${host}:${port}`, accept: 'image/avif,*/*' }
    return new Promise((resolve, reject) => {
      const request = get({ port, path, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${host}${path} returned ${response.statusCode}.`))
        text(response).then(resolve, reject)
      })
      request.on('error', reject)
    })
  }
}

function picturesOf(html: string): string[] {
  return [...new Set(matchesOf(PICTURE, html))]
}

function matchesOf(pattern: RegExp, html: string): string[] {
  return [...html.matchAll(pattern)].flatMap(([, match]) => match ?? [])
}
