import type { AddressOfShape } from '../lib/domain/picture.ts'
import type { StorefrontConfig } from './config.ts'
import type { FeedSite } from './engines/feeds.ts'
import type { createImages } from './images/images.ts'
import { siteOrigin } from './tenancy.ts'
import type { Answers } from './store-answers.ts'
import { apiOf, upstreamClient, type Shop } from './upstream.ts'

/** What the HTTP entry tells the pages beside the request. */
export type RenderLocals = Pick<
  App.Locals,
  'isHttps' | 'answers' | 'pictureAddress' | 'pictureInShape' | 'chosenLanguage'
>

/** Undefined where no route reads the path. */
export type Render = (request: Request, locals: RenderLocals) => Promise<Response | undefined>

/** As an absolute address, in a feed. */
const FEED_PICTURE_WIDTH = 1280

interface Parts {
  config: StorefrontConfig
  images: ReturnType<typeof createImages>
  answers: Answers
}

/** What the entry hands on for one shop: to its pages, and to its feeds. */
export function createOfShop({ config, images, answers }: Parts) {
  return {
    /** `heard` hears every answer that goes into the page. */
    localsOf(shop: Shop, heard = answers): RenderLocals {
      const pictureAddress = (src: string) => images.addressOf(shop, src)
      const pictureInShape: AddressOfShape = (src, shape) => images.addressOfShape(shop, src, shape)
      return { isHttps: shop.protocol === 'https:', answers: heard, pictureAddress, pictureInShape }
    },

    siteOf(shop: Shop): FeedSite {
      const upstream = { shop, api: apiOf(shop, config), purpose: 'section' as const }
      const origin = siteOrigin(shop, config.port)
      return {
        origin,
        client: upstreamClient({ ...upstream, answers }),
        catalogue: upstreamClient({ ...upstream, answers: answers.unkept }),
        pictureUrl: (src) => {
          const addressOf = images.addressOf(shop, src)
          return addressOf ? origin + addressOf(FEED_PICTURE_WIDTH) : src
        },
      }
    },
  }
}
