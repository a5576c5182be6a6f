import * as z from 'zod/mini'

import { exchange, type ApiResponse, type Call } from './exchange.ts'
import { FAULTS, type Fault, type DetectedFault } from './faults.ts'

export interface CheckRunOptions {
  /** URL of the API with `/api/v1`, without a trailing slash. */
  base: string
  /** The shop's host, sent as Host; defaults to that of the URL. */
  host?: string | undefined
  /** Origin of the shop's pages. */
  origin: string
  /** Threshold for slow responses. */
  slowMs: number
  deadlineMs: number
}

export interface RequestOptions extends Call {
  query?: Record<string, string | number>
  token?: string | undefined
}

const failureSchema = z.object({ error: z.string().check(z.minLength(1)) })

/** One run of checks on a store API: sends requests and collects findings. */
export class CheckRun {
  readonly options: CheckRunOptions
  calls = 0
  /** Checks that were skipped, as sentences. */
  readonly skipped: string[] = []
  readonly #findings = new Map<string, DetectedFault>()

  constructor(options: CheckRunOptions) {
    this.options = options
  }

  get findings(): DetectedFault[] {
    return [...this.#findings.values()]
  }

  /** Reports a fault; repetitions for the same operation are only counted. */
  report(fault: Fault, call: string, says: string): void {
    const key = `${fault} ${call}`
    const existing = this.#findings.get(key)
    if (existing) existing.times += 1
    else this.#findings.set(key, { fault, call, says, breaks: FAULTS[fault], times: 1 })
  }

  /** Returns the response whatever its status; reports a missing response or a redirect and returns `undefined`. */
  request(call: string, path: string, options: RequestOptions = {}): Promise<ApiResponse | undefined> {
    return this.#send(call, new URL(this.options.base + path), options)
  }

  /** Like `request`, for a path from the root of the API's host. */
  requestAbsolute(call: string, path: string): Promise<ApiResponse | undefined> {
    return this.#send(call, new URL(path, this.options.base), { headers: { accept: 'image/*' } })
  }

  async #send(call: string, url: URL, options: RequestOptions): Promise<ApiResponse | undefined> {
    const { host, slowMs, deadlineMs } = this.options
    const { query = {}, token, headers, ...rest } = options
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    this.calls += 1
    let response: ApiResponse
    try {
      response = await exchange(
        url,
        {
          ...rest,
          headers: { ...(host && { host }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
        },
        deadlineMs,
      )
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      this.report(
        sentence.includes('unpacked') ? 'broken-encoding' : 'no-answer',
        call,
        `${capital(sentence)}.`,
      )
      return undefined
    }
    if (response.milliseconds > slowMs) {
      this.report('slow-answer', call, `A response took ${(response.milliseconds / 1000).toFixed(1)} s.`)
    }
    if (response.status >= 300 && response.status < 400) {
      this.report(
        'redirect',
        call,
        `It redirects (${response.status}) to ${response.headers.location ?? 'nowhere'}.`,
      )
      return undefined
    }
    return response
  }

  /**
   * Returns the JSON of a successful response, without the `data` wrapper when `unwrap`; otherwise reports and
   * returns `undefined`.
   */
  async read(call: string, path: string, options: RequestOptions = {}, unwrap = true): Promise<unknown> {
    const response = await this.request(call, path, options)
    if (!response) return undefined
    if (response.status >= 400) {
      this.#reportRefusal(call, response)
      return undefined
    }
    if (response.json === undefined) {
      this.report('not-json', call, `It returns ${describeText(response)} instead of JSON.`)
      return undefined
    }
    if (!/\bjson\b/i.test(response.headers['content-type'] ?? '')) {
      this.report('content-type', call, `Its JSON is sent as "${response.headers['content-type'] ?? ''}".`)
    }
    return unwrap ? unwrapped(response.json) : response.json
  }

  /** Sends a request that the API must refuse; reports a failure that is not `{ "error": "sentence" }`. */
  async refused(call: string, path: string, options: RequestOptions = {}): Promise<ApiResponse | undefined> {
    const response = await this.request(call, path, options)
    if (response && response.status >= 400) this.checkFailure(call, response)
    return response
  }

  checkFailure(call: string, response: ApiResponse): void {
    if (z.safeParse(failureSchema, response.json).success) return
    this.report(
      'error-shape',
      call,
      `With status ${response.status} it returns ${describeText(response)} instead of { "error": "…" }.`,
    )
  }

  #reportRefusal(call: string, response: ApiResponse): void {
    const reason = z.safeParse(failureSchema, response.json).data?.error
    const sentence = `It returns ${response.status}${reason ? ` ("${reason}")` : ''}.`
    this.report(response.status >= 500 ? 'server-error' : 'call-refused', call, sentence)
    this.checkFailure(call, response)
  }
}

/** The contract allows `{ "data": … }` and the bare value. docs/requirements.md#104-two-readings-of-responses */
function unwrapped(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'data' in json ? json.data : json
}

function describeText({ text }: ApiResponse): string {
  if (text.trim() === '') return 'nothing'
  return /^\s*</.test(text) ? 'HTML' : `"${text.trim().slice(0, 60)}"`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
