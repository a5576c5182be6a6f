import * as z from 'zod/mini'

import { exchange, type Answer, type Call } from './exchange.ts'
import { FAULTS, type Fault, type Finding } from './faults.ts'

export interface VisitOptions {
  /** The API's address with `/api/v1`, without a trailing slash. */
  base: string
  /** The shop's host, sent as Host; the address's own when absent. */
  host?: string | undefined
  /** The origin of the shop's pages. */
  origin: string
  /** Longer than this is slow. */
  slowMs: number
  deadlineMs: number
}

export interface Question extends Call {
  query?: Record<string, string | number>
  token?: string | undefined
}

const failureSchema = z.object({ error: z.string().check(z.minLength(1)) })

/** One examination of a store API: asks, and keeps what was found. */
export class Visit {
  readonly options: VisitOptions
  calls = 0
  /** What could not be looked at, as sentences. */
  readonly unseen: string[] = []
  readonly #findings = new Map<string, Finding>()

  constructor(options: VisitOptions) {
    this.options = options
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  /** The same fault of the same call is told once and counted. */
  report(fault: Fault, call: string, says: string): void {
    const key = `${fault} ${call}`
    const known = this.#findings.get(key)
    if (known) known.times += 1
    else this.#findings.set(key, { fault, call, says, breaks: FAULTS[fault], times: 1 })
  }

  /** The answer, whatever its status; `undefined` and reported when none came, or a redirect. */
  ask(call: string, path: string, question: Question = {}): Promise<Answer | undefined> {
    return this.#send(call, new URL(this.options.base + path), question)
  }

  /** The same for a path from the root of the API's host. */
  askAbsolute(call: string, path: string): Promise<Answer | undefined> {
    return this.#send(call, new URL(path, this.options.base), { headers: { accept: 'image/*' } })
  }

  async #send(call: string, url: URL, question: Question): Promise<Answer | undefined> {
    const { host, slowMs, deadlineMs } = this.options
    const { query = {}, token, headers, ...rest } = question
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    this.calls += 1
    let answer: Answer
    try {
      answer = await exchange(
        url,
        {
          ...rest,
          headers: { ...(host && { host }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
        },
        deadlineMs,
      )
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error)
      this.report(says.includes('unpacked') ? 'broken-encoding' : 'no-answer', call, `${capital(says)}.`)
      return undefined
    }
    if (answer.milliseconds > slowMs) {
      this.report('slow-answer', call, `An answer took ${(answer.milliseconds / 1000).toFixed(1)} s.`)
    }
    if (answer.status >= 300 && answer.status < 400) {
      this.report(
        'redirect',
        call,
        `It redirects (${answer.status}) to ${answer.headers.location ?? 'nowhere'}.`,
      )
      return undefined
    }
    return answer
  }

  /** The JSON of a success, without a `data` around it when `unwrap`; `undefined` and reported otherwise. */
  async read(call: string, path: string, question: Question = {}, unwrap = true): Promise<unknown> {
    const answer = await this.ask(call, path, question)
    if (!answer) return undefined
    if (answer.status >= 400) {
      this.#reportRefusal(call, answer)
      return undefined
    }
    if (answer.json === undefined) {
      this.report('not-json', call, `It answers ${describeText(answer)} where JSON is expected.`)
      return undefined
    }
    if (!/\bjson\b/i.test(answer.headers['content-type'] ?? '')) {
      this.report('content-type', call, `Its JSON is sent as "${answer.headers['content-type'] ?? ''}".`)
    }
    return unwrap ? unwrapped(answer.json) : answer.json
  }

  /** Asks what must be refused. Gives the status; a failure must say why as `{ "error": "sentence" }`. */
  async refused(call: string, path: string, question: Question = {}): Promise<Answer | undefined> {
    const answer = await this.ask(call, path, question)
    if (answer && answer.status >= 400) this.checkFailure(call, answer)
    return answer
  }

  checkFailure(call: string, answer: Answer): void {
    if (z.safeParse(failureSchema, answer.json).success) return
    this.report(
      'error-shape',
      call,
      `With status ${answer.status} it answers ${describeText(answer)} instead of { "error": "…" }.`,
    )
  }

  #reportRefusal(call: string, answer: Answer): void {
    const reason = z.safeParse(failureSchema, answer.json).data?.error
    const says = `It answers ${answer.status}${reason ? ` ("${reason}")` : ''}.`
    this.report(answer.status >= 500 ? 'server-error' : 'call-refused', call, says)
    this.checkFailure(call, answer)
  }
}

/** Both `{ "data": … }` and the bare value are of the contract. docs/requirements.md#104-two-readings-of-responses */
function unwrapped(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'data' in json ? json.data : json
}

function describeText({ text }: Answer): string {
  if (text.trim() === '') return 'nothing'
  return /^\s*</.test(text) ? 'HTML' : `"${text.trim().slice(0, 60)}"`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
