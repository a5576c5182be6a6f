import { getHeapStatistics } from 'node:v8'

import * as z from 'zod/mini'

import { LOCAL_API_PORT } from '@tanabana/contract/constants.ts'
import {
  countOr,
  list,
  listenAddress,
  numberOr,
  parseEnvironment,
  portOr,
  secret,
  SHARED_VARIABLES,
  switchOr,
  whenValid,
  type Environment,
} from '@tanabana/node/environment.ts'

export type StorefrontConfig = ReturnType<typeof readConfig>

const MB = 1024 * 1024
/** Share of V8's heap; renders use the rest. */
const CACHE_HEAP_SHARE = 0.6

const megabytesOr = (fallback: number) =>
  numberOr(
    fallback,
    (value) => Number.isFinite(value) && value >= 1,
    `Set it to a number of megabytes from 1, or leave it out for ${fallback}.`,
  )

/** The storefront's environment variables. docs/configuration.md */
export const VARIABLES = z
  .object({
    ...SHARED_VARIABLES,
    PORT: portOr(4321),
    HOST: listenAddress(),
    TENANT_HOSTS: z.prefault(list(), 'localhost,127.0.0.1,*.localhost'),
    STORE_API_ORIGIN: z.optional(origin()),
    LOCAL_API_PORT: portOr(LOCAL_API_PORT),
    PAGE_CACHE: switchOr('on'),
    PAGE_CACHE_MB: megabytesOr(128),
    CACHE_TAG_HEADER: switchOr('off'),
    EDGE_MAX_AGE: z.optional(seconds()),
    IMAGE_CACHE_DIR: z.prefault(z.string(), 'data/images'),
    IMAGE_CACHE_MB: megabytesOr(1024),
    IMAGE_SECRET: secret(),
    LOG_REQUESTS: switchOr('off'),
    MAX_RENDERS_WAITING: countOr(256, 'pages'),
  })
  .check(
    // SECURITY.md: accepting any host is safe only where all of them lead to one API address.
    z.refine(({ TENANT_HOSTS, STORE_API_ORIGIN }) => !TENANT_HOSTS.includes('*') || STORE_API_ORIGIN, {
      when: whenValid('TENANT_HOSTS', 'STORE_API_ORIGIN'),
      error:
        'TENANT_HOSTS is "*" without STORE_API_ORIGIN: a made-up host would choose which server is called. Set STORE_API_ORIGIN as well, or list the hosts.',
    }),
  )

/**
 * Returns the storefront's configuration.
 * @throws {ConfigError} every wrong variable, with what to set
 */
export function readConfig(environment: Environment, heapMaxBytes = getHeapStatistics().heap_size_limit) {
  const env = parseEnvironment(VARIABLES.check(fitsHeap(heapMaxBytes)), environment)
  return {
    port: env.PORT,
    /** `undefined` is both loopback addresses. */
    host: env.HOST,
    /** `*.` covers all subdomains, `*` every host that the store API serves. */
    tenantHosts: env.TENANT_HOSTS.map((host) => host.toLowerCase()),
    defaultTenantHost: env.DEFAULT_TENANT_HOST,
    storeApiOrigin: env.STORE_API_ORIGIN,
    localApiPort: env.LOCAL_API_PORT,
    trustedProxies: env.TRUSTED_PROXIES,
    isCacheOn: env.PAGE_CACHE,
    cacheMaxBytes: env.PAGE_CACHE_MB * MB,
    sendsCacheTags: env.CACHE_TAG_HEADER || env.EDGE_MAX_AGE !== undefined,
    /** Seconds for which an edge cache that is purged by tag may hold a page; `undefined` where there is none. */
    edgeMaxAge: env.EDGE_MAX_AGE,
    purgeSecret: env.CACHE_PURGE_SECRET,
    imageDirectory: env.IMAGE_CACHE_DIR,
    imageMaxBytes: env.IMAGE_CACHE_MB * MB,
    imageSecret: env.IMAGE_SECRET,
    logLevel: env.LOG_LEVEL,
    logsRequests: env.LOG_REQUESTS,
    metricsToken: env.METRICS_TOKEN,
    maxRenders: env.MAX_RENDERS_WAITING,
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, headers: env.OTEL_EXPORTER_OTLP_HEADERS },
  }
}

function seconds() {
  const error = ({ input }: { input: unknown }) =>
    `EDGE_MAX_AGE is "${String(input)}". Set it to a number of seconds from 1, or leave it out.`
  return z.pipe(z.string().check(z.regex(/^[1-9]\d{0,7}$/, { error })), z.transform(Number))
}

function origin() {
  const isOrigin = (value: string) => {
    const url = URL.parse(value)
    return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search
  }
  const text = z.string().check(
    z.refine(isOrigin, {
      error: ({ path, input }) =>
        `${path?.join('.')} is "${String(input)}". Set it to an address without a path, such as http://10.0.0.5:8044.`,
    }),
  )
  return z.pipe(
    text,
    z.transform((value) => new URL(value).origin),
  )
}

function fitsHeap(heapMaxBytes: number) {
  return z.superRefine<{ PAGE_CACHE_MB: number }>(
    ({ PAGE_CACHE_MB }, context) => {
      const max = Math.floor((heapMaxBytes * CACHE_HEAP_SHARE) / MB)
      if (PAGE_CACHE_MB <= max) return
      context.addIssue(
        `PAGE_CACHE_MB is "${PAGE_CACHE_MB}", more than Node's memory allows. Set it to ${max} at most, or start with a larger --max-old-space-size.`,
      )
    },
    { when: whenValid('PAGE_CACHE_MB') },
  )
}
