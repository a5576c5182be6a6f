import { DatabaseAwayError } from '../errors.ts'
import { Connection } from './connection.ts'

export interface PoolOptions {
  /** Connections at most. */
  max: number
  /** Until a connection is there, waiting for a free one included. */
  connectMs: number
  answerMs?: number | undefined
  /** One that nobody has used for so long is closed. */
  idleMs: number
}

/** Connections to one PostgreSQL, opened when they are needed; each serves one caller at a time. */
export class Pool {
  readonly #databaseUrl: string
  readonly #options: PoolOptions
  #idle: { connection: Connection; timer: NodeJS.Timeout }[] = []
  /** In use, or being opened for somebody. */
  #taken = 0
  /** Each is given a connection, or `undefined` for the room to open one. */
  readonly #waiting = new Set<(connection: Connection | undefined) => void>()
  readonly #uses = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(databaseUrl: string, options: PoolOptions) {
    this.#databaseUrl = databaseUrl
    this.#options = options
  }

  /**
   * Does `work` on a connection that is nobody else's meanwhile.
   * @throws {Error} there was no connection in time
   */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new DatabaseAwayError('The connections to PostgreSQL are closed.')
    const use = this.#use(work)
    this.#uses.add(use)
    try {
      return await use
    } finally {
      this.#uses.delete(use)
    }
  }

  /** Ends what is under way, and then the connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#uses)
    await Promise.all(this.#idle.map(({ connection }) => this.#retire(connection)))
  }

  async #use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take()
    try {
      return await work(connection)
    } finally {
      this.#giveBack(connection.isOpen ? connection : undefined)
    }
  }

  async #take(): Promise<Connection> {
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.timer)
      this.#taken += 1
      return idle.connection
    }
    const until = performance.now() + this.#options.connectMs
    if (this.#taken < this.#options.max) {
      this.#taken += 1
    } else {
      const connection = await this.#wait()
      if (connection) return connection
    }
    return this.#open(Math.max(1, until - performance.now()))
  }

  async #open(connectMs: number): Promise<Connection> {
    try {
      const connection = await Connection.open(this.#databaseUrl, {
        connectMs,
        answerMs: this.#options.answerMs,
      })
      connection.onLoss = () => this.#forget(connection)
      return connection
    } catch (error) {
      this.#giveBack(undefined)
      throw error
    }
  }

  #wait(): Promise<Connection | undefined> {
    return new Promise((resolve, reject) => {
      const take = (connection: Connection | undefined) => {
        clearTimeout(timer)
        this.#waiting.delete(take)
        resolve(connection)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(take)
        reject(new DatabaseAwayError('No connection to PostgreSQL was free in time.'))
      }, this.#options.connectMs)
      this.#waiting.add(take)
    })
  }

  /** To whoever has waited longest. */
  #giveBack(connection: Connection | undefined): void {
    const [next] = this.#waiting
    if (next) return next(connection)
    this.#taken -= 1
    if (!connection) return
    const timer = setTimeout(() => void this.#retire(connection), this.#options.idleMs)
    this.#idle.push({ connection, timer })
  }

  async #retire(connection: Connection): Promise<void> {
    this.#forget(connection)
    await connection.close()
  }

  #forget(connection: Connection): void {
    clearTimeout(this.#idle.find((idle) => idle.connection === connection)?.timer)
    this.#idle = this.#idle.filter((idle) => idle.connection !== connection)
  }
}
