import type { Socket } from 'node:net'

import postgres from 'postgres'

import { DatabaseAwayError } from '../errors.ts'
import { readAddress } from './address.ts'
import { openSocket } from './socket.ts'

export interface ConnectionLimits {
  /** To be ready for the first query. */
  connectMs: number
  /** For a server that is gone without a word; PostgreSQL's own limit of a statement comes first. */
  answerMs?: number | undefined
}

const GOODBYE_S = 1
const SILENT = 'PostgreSQL does not answer.'
/** What PostgreSQL writes for a date or a moment is left as it is: the columns of the schema read it. */
const AS_WRITTEN = { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: String }

const SETTINGS = {
  max: 1,
  ssl: false,
  // Named statements and what is asked for at the beginning would be lost on a pooler that hands connections around.
  prepare: false,
  fetch_types: false,
  // The pool decides how long it lives.
  idle_timeout: 0,
  max_lifetime: 0,
  keep_alive: 60,
  debug: false,
  types: { AS_WRITTEN },
  onnotice: () => undefined,
}

/**
 * One connection to PostgreSQL. Once lost it stays lost, and whoever waits for an answer is told so at once: the driver
 * alone would connect again and say the rest of a broken transaction there, outside of any.
 */
export class Connection {
  /** Called once, when it is lost. */
  onLoss: () => void = () => undefined
  readonly #socket: Socket
  readonly #client: postgres.Sql
  readonly #answerMs: number | undefined
  readonly #waiting = new Set<(loss: Error) => void>()
  #loss: Error | undefined

  /** @throws {Error} nobody answers at this address, or somebody without the right certificate */
  static async open(databaseUrl: string, { connectMs, answerMs }: ConnectionLimits): Promise<Connection> {
    const until = performance.now() + connectMs
    const address = readAddress(databaseUrl)
    const socket = await openSocket(address, connectMs)
    const options = {
      ...SETTINGS,
      user: address.user,
      password: address.password,
      database: address.database,
      connection: address.settings,
      connect_timeout: Math.max(1, until - performance.now()) / 1000,
      socket: () => socket,
    }
    return new Connection(socket, postgres(options), answerMs)
  }

  private constructor(socket: Socket, client: postgres.Sql, answerMs: number | undefined) {
    this.#socket = socket
    this.#client = client
    this.#answerMs = answerMs
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy(new DatabaseAwayError('The connection to PostgreSQL is closed.')))
  }

  get isOpen(): boolean {
    return this.#loss === undefined
  }

  /**
   * The rows as objects, or as arrays where `all` is asked for; `command` is what PostgreSQL says it has done.
   * @throws {Error} PostgreSQL refuses it, or the connection is lost: then nobody knows whether it was done
   */
  query(
    text: string,
    values: readonly unknown[] = [],
    shape: 'all' | 'execute' = 'execute',
  ): Promise<{ rows: unknown[]; command: string }> {
    return new Promise((resolve, reject) => {
      if (this.#loss) throw this.#loss
      const query = this.#toQuery(text, values)
      const timer =
        this.#answerMs && setTimeout(() => this.destroy(new DatabaseAwayError(SILENT)), this.#answerMs)
      const settle = () => {
        clearTimeout(timer)
        this.#waiting.delete(fail)
      }
      const fail = (error: unknown) => {
        settle()
        reject(error)
      }
      this.#waiting.add(fail)
      const answer: Promise<unknown[] & { command: string }> = shape === 'all' ? query.values() : query
      answer.then((rows) => {
        settle()
        resolve({ rows, command: rows.command })
      }, fail)
    })
  }

  /** Ends it without a word; who waits for an answer gets this error. */
  destroy(loss: Error): void {
    if (this.#loss) return
    this.#loss = loss
    for (const fail of this.#waiting) fail(loss)
    this.#socket.destroy(loss)
    this.onLoss()
  }

  /** Ends it as PostgreSQL likes it. */
  async close(): Promise<void> {
    await this.#client.end({ timeout: GOODBYE_S })
    this.#socket.destroy()
  }

  /**
   * The driver would first ask PostgreSQL for the types of the values and wait for them. As text they need none, and the
   * query is one round trip instead of two.
   */
  #toQuery(text: string, values: readonly unknown[]) {
    const options = { prepare: false, simple: values.length === 0 }
    return Object.assign(this.#client.unsafe(text, [], options), { parameters: values.map(toText) })
  }
}

/** @throws {TypeError} a value that PostgreSQL would not understand as text */
function toText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'undefined':
      return null
    default:
      if (value === null) return null
      if (value instanceof Date) return value.toISOString()
      throw new TypeError('A value of a query is neither text nor number.')
  }
}
