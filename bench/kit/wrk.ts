import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { LOAD_CORE, spawnOn } from '../../tests/kit/processes.ts'

const CONNECTIONS = 32

/** How the requests of a load differ, as the body of a Lua function of `n`, the request's number. */
export interface Variation {
  /** Lua expression for path and query. */
  path?: string
  /** Lua expression for the Host header. */
  host?: string
}

export interface Load {
  port: number
  path?: string
  seconds: number
  vary?: Variation
  connections?: number
  /** Value of the Accept header, if it matters. */
  accept?: string
  /** Sends `X-Forwarded-Proto: https`, as a proxy does. */
  isHttps?: boolean
  /** Counts `x-cache` of every response, which slows the load generator: for counts, not for timings. */
  countsStates?: boolean
}

export interface Figures {
  perSecond: number
  requests: number
  p50: number
  p99: number
  /** Responses other than 2xx and 3xx, and failed connections. */
  errors: number
  /** Responses by `x-cache`, if counted. */
  states: Record<string, number>
}

const STATES = ['hit', 'stale', 'miss', 'bypass', 'none']
let runs = 0

/** Loads a URL with `wrk` from one thread on the load core, with Brotli and keep-alive. */
export async function load({ seconds, connections = CONNECTIONS, ...target }: Load): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-wrk-'))
  const script = join(directory, 'load.lua')
  writeFileSync(script, luaOf({ seconds, ...target }))
  const child = spawnOn(
    LOAD_CORE,
    [
      ...['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s'],
      ...['-s', script, `http://127.0.0.1:${target.port}/`],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  rmSync(directory, { recursive: true })
  const line = /^FIGURES (.*)$/m.exec(output)?.[1]
  if (line === undefined) throw new Error(`wrk said nothing of use: ${output.slice(0, 500)}`)
  return JSON.parse(line) as Figures
}

function luaOf({ path = '/', vary, accept, isHttps, countsStates = false }: Load): string {
  runs += 1
  const headers = ['Accept-Encoding: br']
  if (accept) headers.push(`Accept: ${accept}`)
  if (isHttps) headers.push('X-Forwarded-Proto: https')
  const varying = [
    `"GET " .. ${vary?.path ?? JSON.stringify(path)}`,
    `" HTTP/1.1\\r\\nHost: " .. ${vary?.host ?? '"localhost"'}`,
    `"\\r\\n${headers.join('\\r\\n')}\\r\\n\\r\\n"`,
  ].join(' .. ')
  // Without a function `request`, wrk prepares the request once, so that the server is the limit.
  const constant = ['Host: localhost', ...headers]
    .map((header) => header.split(': '))
    .map(([name, value]) => `wrk.headers["${name}"] = "${value}"`)
    .concat(`wrk.path = ${JSON.stringify(path)}`)
    .join('\n')
  const counted = STATES.map((state) => `'"${state}": ' .. (threadOf:get("${state}") or 0)`)
  return `
local n = 0
local run = "${Date.now().toString(36)}${runs}x"
${STATES.map((state) => `${state} = 0`).join('\n')}
function setup(thread) threadOf = thread end
${vary ? `function request() n = n + 1 return ${varying} end` : constant}
${countsStates ? 'function response(status, headers) local state = headers["x-cache"] or "none" _G[state] = _G[state] + 1 end' : ''}
function done(summary, latency)
  local errors = summary.errors
  print("\\nFIGURES {" ..
    '"requests": ' .. summary.requests ..
    ', "perSecond": ' .. summary.requests / (summary.duration / 1000000) ..
    ', "p50": ' .. latency:percentile(50) / 1000 ..
    ', "p99": ' .. latency:percentile(99) / 1000 ..
    ', "errors": ' .. errors.status + errors.connect + errors.read + errors.write + errors.timeout ..
    ', "states": {' .. ${counted.join(" .. ', ' .. ")} .. '}}')
end
`
}
