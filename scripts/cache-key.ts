import { describeKeyParameters } from '../src/server/page-cache/cache-key.ts'

/** `npm run cache-key`: prints the query parameters that belong to a page's cache key, for a CDN's configuration. */
console.log(describeKeyParameters())
