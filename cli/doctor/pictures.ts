import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { CheckRun } from './check-run.ts'

/** Maximum of the shop's own pictures to fetch, each once. */
const CHECKED_MAX = 3

/**
 * Checks picture addresses. Those on other servers are checked by their form and never fetched; the first few of the
 * API's own are fetched.
 */
export async function checkPictures(
  run: CheckRun,
  call: string,
  pictures: { url: string; of: string }[],
): Promise<void> {
  const own: { url: URL; of: string }[] = []
  for (const { url, of } of pictures) {
    if (url === '') continue
    const absolute = toUrl(url, run.options.base)
    const problem = problemOf(url, absolute)
    if (problem)
      run.report('product-picture', call, `The picture of ${of}, "${url.slice(0, 80)}", ${problem}.`)
    else if (absolute?.origin === new URL(run.options.base).origin) own.push({ url: absolute, of })
  }
  for (const { url, of } of own.slice(0, CHECKED_MAX)) {
    const path = url.pathname + url.search
    const response = await run.requestAbsolute(call, path)
    const type = response?.headers['content-type'] ?? 'nothing'
    if (response && (response.status !== 200 || !type.startsWith('image/'))) {
      const sentence = `The picture of ${of}, ${path}, can't be loaded from the API's host: the response is ${response.status} with ${type}. Write the full address with https:// and its host.`
      run.report('product-picture', call, sentence)
    }
  }
}

function problemOf(url: string, absolute: URL | undefined): string | undefined {
  if (url.startsWith('//')) return 'lacks https:'
  if (!absolute || !['http:', 'https:'].includes(absolute.protocol)) return 'is not an http(s) address'
  if (/^http:/i.test(url) && !isLocalHost(absolute.hostname))
    return 'is not https, which secure pages do not load'
  return undefined
}

function toUrl(url: string, base: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined
}
