import { AD_TAG_NAME, AD_TAG_VALUE, AD_TAGS_MAX } from '../schemas/ad-tags.ts'
import type { Attribution } from '../schemas/requests.ts'

/** Returns the ad tags of a URL; `undefined` without any. Skips invalid and overlong tags. */
export function adTags(address: string): Attribution['tags'] | undefined {
  if (!URL.canParse(address)) return undefined
  const tags = [...new URL(address).searchParams].filter(
    ([name, value]) => AD_TAG_NAME.test(name) && AD_TAG_VALUE.test(value),
  )
  return tags.length > 0 ? Object.fromEntries(tags.slice(0, AD_TAGS_MAX)) : undefined
}
