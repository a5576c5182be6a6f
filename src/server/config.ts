import { getHeapStatistics } from 'node:v8'

import { LOCAL_API_PORT } from '../lib/constants.ts'
import { readListenAddress, readTrustedProxies } from '../network/address-settings.ts'
import { readTracesConfig } from '../network/traces.ts'

export interface StorefrontConfig {
  port: number
  /** The address that it listens on; `undefined` is both loopback addresses. */
  host: string | undefined
  /** Hosts that this storefront serves; `*.` stands for any name below, `*` for whatever the store API knows. */
  tenantHosts: string[]
  /** Whose shop `localhost` shows. §7 */
  defaultTenantHost: string
  /** The one upstream for every tenant, when set. design §3 */
  storeApiOrigin: string | undefined
  /** Port of the store API on this machine. §7 */
  localApiPort: number
  /** Addresses of proxies whose forwarded headers are believed. */
  trustedProxies: string[]
  /** Processes that share the port. */
  workers: number
  isCacheOn: boolean
  /** What kept pages may take of memory, for each process, in bytes. */
  cacheMaxBytes: number
  /** Where pages go that memory has no room for, and so many bytes of them, for each process. */
  cacheDirectory: string
  cacheDiskMaxBytes: number
  /** Whether answers name their tags, for a CDN that purges by them. */
  sendsCacheTags: boolean
  /** What who may purge the page cache knows; without one nobody may. */
  purgeSecret: string | undefined
  /** Where made pictures are kept. */
  imageDirectory: string
  imageMaxBytes: number
  /** Signs the addresses of pictures, on all nodes alike; without one each directory has its own. */
  imageSecret: string | undefined
  logLevel: LogLevel
  /** Whether each request has a line in the log. */
  logsRequests: boolean
  /** What who may read the figures knows; without one only this machine itself may. */
  metricsToken: string | undefined
  /** Pages that are being made at once, for each process; who asks for one more is told to come back. */
  maxRenders: number
  /** Where traces are sent to; nothing is traced without an endpoint. */
  traces: ReturnType<typeof readTracesConfig>
}

type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

const DEFAULT_PORT = 4321
const MAX_WORKERS = 64
const DEFAULT_CACHE_MB = 24
const DEFAULT_CACHE_DISK_MB = 1024
const DEFAULT_IMAGES_MB = 1024
const DEFAULT_MAX_RENDERS = 256
/** Of V8's heap: the rest is for the pages that are being made. */
const CACHE_HEAP_SHARE = 0.6
const MB = 1024 * 1024
const SECRET_MIN_LENGTH = 32
const LOCAL_TENANTS = 'localhost,127.0.0.1,*.localhost'

/**
 * The storefront's configuration out of its environment.
 * @throws {Error} a sentence that names the variable and what it should be
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  heapMaxBytes = getHeapStatistics().heap_size_limit,
): StorefrontConfig {
  const workers = readWorkers(environment.WORKERS)
  const storeApiOrigin = readOrigin('STORE_API_ORIGIN', environment.STORE_API_ORIGIN)
  return {
    port: readPort('PORT', environment.PORT, DEFAULT_PORT),
    host: readListenAddress(environment, 'HOST'),
    tenantHosts: readTenantHosts(environment.TENANT_HOSTS ?? LOCAL_TENANTS, storeApiOrigin),
    defaultTenantHost: environment.DEFAULT_TENANT_HOST ?? 'tanabana.localhost',
    storeApiOrigin,
    localApiPort: readPort('LOCAL_API_PORT', environment.LOCAL_API_PORT, LOCAL_API_PORT),
    trustedProxies: readTrustedProxies(environment),
    workers,
    isCacheOn: readSwitch('PAGE_CACHE', environment.PAGE_CACHE, 'on'),
    cacheMaxBytes: readCacheMaxBytes(environment.PAGE_CACHE_MB, workers, heapMaxBytes),
    cacheDirectory: environment.PAGE_CACHE_DIR || 'data/pages',
    cacheDiskMaxBytes:
      readMegabytes('PAGE_CACHE_DISK_MB', environment.PAGE_CACHE_DISK_MB, DEFAULT_CACHE_DISK_MB, 0) / workers,
    sendsCacheTags: readSwitch('CACHE_TAG_HEADER', environment.CACHE_TAG_HEADER, 'off'),
    purgeSecret: readSecret('CACHE_PURGE_SECRET', environment.CACHE_PURGE_SECRET),
    imageDirectory: environment.IMAGE_CACHE_DIR || 'data/images',
    imageMaxBytes: readMegabytes('IMAGE_CACHE_MB', environment.IMAGE_CACHE_MB, DEFAULT_IMAGES_MB),
    imageSecret: readSecret('IMAGE_SECRET', environment.IMAGE_SECRET),
    logLevel: readLogLevel(environment.LOG_LEVEL),
    logsRequests: readSwitch('LOG_REQUESTS', environment.LOG_REQUESTS, 'off'),
    metricsToken: readSecret('METRICS_TOKEN', environment.METRICS_TOKEN),
    maxRenders: readMaxRenders(environment.MAX_RENDERS_WAITING),
    traces: readTracesConfig(environment),
  }
}

/** Any host at all is safe only where one address is called for all of them. design §3 */
function readTenantHosts(text: string, storeApiOrigin: string | undefined): string[] {
  const hosts = readList(text).map((host) => host.toLowerCase())
  if (hosts.includes('*') && storeApiOrigin === undefined) {
    throw new Error(
      'TENANT_HOSTS is "*" without STORE_API_ORIGIN: whoever invents a host would choose whom this server calls. Set STORE_API_ORIGIN as well, or list the hosts.',
    )
  }
  return hosts
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readSwitch(name: string, value: string | undefined, fallback: 'on' | 'off'): boolean {
  const state = value || fallback
  if (state !== 'on' && state !== 'off') {
    throw new Error(`${name} is "${value}". Set it to on or off, or leave it out for ${fallback}.`)
  }
  return state === 'on'
}

function readPort(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback
  const port = Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(
      `${name} is "${value}". Set it to a port number from 0 to 65535, or leave it out for ${fallback}.`,
    )
  }
  return port
}

function readOrigin(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search) {
    throw new Error(
      `${name} is "${value}". Set it to an address without a path, such as http://10.0.0.5:8044.`,
    )
  }
  return url.origin
}

function readMegabytes(name: string, value: string | undefined, fallback: number, least = 1): number {
  const megabytes = value ? Number(value) : fallback
  if (!Number.isFinite(megabytes) || megabytes < least) {
    throw new Error(
      `${name} is "${value}". Set it to a number of megabytes from ${least}, or leave it out for ${fallback}.`,
    )
  }
  return megabytes * MB
}

/** What each of the processes may keep. */
function readCacheMaxBytes(value: string | undefined, workers: number, heapMaxBytes: number): number {
  const bytes = readMegabytes('PAGE_CACHE_MB', value, DEFAULT_CACHE_MB)
  const most = Math.floor((heapMaxBytes * CACHE_HEAP_SHARE * workers) / MB)
  if (bytes > most * MB) {
    throw new Error(
      `PAGE_CACHE_MB is "${value}", more than the memory of Node has room for. Set it to ${most} at most, or start with a larger --max-old-space-size.`,
    )
  }
  return bytes / workers
}

function readWorkers(value: string | undefined): number {
  const count = value ? Number(value) : 1
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS) {
    throw new Error(
      `WORKERS is "${value}". Set it to a number of processes from 1 to ${MAX_WORKERS}, or leave it out for 1.`,
    )
  }
  return count
}

function readLogLevel(value: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((one) => one === (value || 'info'))
  if (!level) throw new Error(`LOG_LEVEL is "${value}". Set it to one of ${LOG_LEVELS.join(', ')}.`)
  return level
}

function readMaxRenders(value: string | undefined): number {
  const count = value ? Number(value) : DEFAULT_MAX_RENDERS
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(
      `MAX_RENDERS_WAITING is "${value}". Set it to a number of pages from 1, or leave it out for ${DEFAULT_MAX_RENDERS}.`,
    )
  }
  return count
}

function readSecret(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  if (value.length < SECRET_MIN_LENGTH) {
    throw new Error(`${name} is too short. Set it to at least ${SECRET_MIN_LENGTH} random characters.`)
  }
  return value
}
