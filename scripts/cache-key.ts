import { describeKeyParameters } from '../src/server/page-cache/cache-key.ts'
import { edgeKeyVcl } from './edge-key.ts'

/**
 * `npm run cache-key`: prints the query parameters that belong to a page's cache key, for a CDN's configuration; with
 * `-- --vcl` as `deploy/varnish/cache-key.vcl`.
 */
if (process.argv.includes('--vcl')) process.stdout.write(edgeKeyVcl())
else console.log(describeKeyParameters())
