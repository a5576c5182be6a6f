import { createHash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

import * as z from 'zod'

import { withTimeout } from '../src/network/promises.ts'
import { printFailure, type Output } from './output.ts'

/**
 * Only one process may use PGlite's directory. While the API runs, commands run inside it: they arrive as JSON lines
 * over a socket file that only the owner of the data directory may open.
 */

const requestSchema = z.object({ argv: z.array(z.string()), cwd: z.string() })
const messageSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ data: z.string() }),
  z.object({ problem: z.string() }),
  z.object({ progress: z.string() }),
  z.object({ exitCode: z.int() }),
])

type Message = z.output<typeof messageSchema>

/** A command line and the base of its relative paths. */
export type CommandRequest = z.output<typeof requestSchema>

/** Runs a command and returns its exit code. `signal` aborts when the merchant stops it or the process ends. */
export type RunCommand = (request: CommandRequest, output: Output, signal: AbortSignal) => Promise<number>

/** Longest socket path that all systems support. */
const SOCKET_PATH_MAX_BYTES = 100
/** A finished write notifies the storefronts for up to 2 s before it reports its result. */
const CLOSE_TIMEOUT_MS = 2500

/** `control.sock` in the data directory, or a path in the temporary folder when that is too long. */
export function controlSocketPath(dataDir: string): string {
  const path = resolve(dataDir, 'control.sock')
  if (Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES) return path
  return join(tmpdir(), `tanabana-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`)
}

/**
 * Accepts commands until `close`, which aborts running ones and lets them report their result. Call it while holding
 * the lock of the data directory: it replaces a stale socket.
 */
export async function listenForCommands(options: {
  socketPath: string
  run: RunCommand
}): Promise<{ close(): Promise<void> }> {
  const { socketPath, run } = options
  await rm(socketPath, { force: true })
  const stop = new AbortController()
  const sockets = new Set<Socket>()
  const running = new Set<Promise<void>>()
  // Half open, so that a stopped command still reports its result.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const served = serve(socket, run, stop.signal).finally(() => running.delete(served))
    running.add(served)
  })
  await listening(server, socketPath)
  return {
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      stop.abort()
      await withTimeout(Promise.all(running), CLOSE_TIMEOUT_MS, () => undefined)
      for (const socket of sockets) socket.destroy()
      await closed
      await rm(socketPath, { force: true })
    },
  }
}

/**
 * Runs a command in the process that holds the data directory; `undefined` when no process accepts commands. A
 * command that `signal` stops reports whether it was undone or had finished.
 */
export async function forwardCommand(
  socketPath: string,
  request: CommandRequest,
  output: Output,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const socket = await connect(socketPath)
  if (!socket) return undefined
  socket.write(toLine(request))
  if (signal?.aborted) socket.end()
  signal?.addEventListener('abort', () => socket.end())
  try {
    for await (const text of linesOf(socket)) {
      const message = messageSchema.parse(JSON.parse(text))
      if ('exitCode' in message) return message.exitCode
      show(message, output)
    }
  } finally {
    socket.destroy()
  }
  printFailure(
    output,
    request.argv,
    'The API stopped before the command ended. Finished changes stay, unfinished ones were undone. Check before you run the command again.',
  )
  return 1
}

async function serve(socket: Socket, run: RunCommand, stopped: AbortSignal): Promise<void> {
  const left = new AbortController()
  for (const event of ['end', 'close', 'error']) socket.on(event, () => left.abort())
  const signal = AbortSignal.any([left.signal, stopped])
  const send = (message: Message) => {
    if (socket.writable) socket.write(toLine(message))
  }
  const output: Output = {
    line: (line) => send({ line }),
    data: (data) => send({ data }),
    problem: (problem) => send({ problem }),
    progress: (progress) => send({ progress }),
  }
  const lines = linesOf(socket)
  stopped.addEventListener('abort', () => lines.close(), { signal: left.signal })
  try {
    for await (const text of lines) {
      const exitCode = await run(requestSchema.parse(JSON.parse(text)), output, signal)
      send({ exitCode })
    }
  } catch (error) {
    output.problem(`The command could not be run: ${error instanceof Error ? error.message : String(error)}`)
    send({ exitCode: 1 })
  } finally {
    await new Promise<void>((done) => socket.end(done))
    socket.destroy()
  }
}

/** `readline` also splits at these, and JSON does not escape them. */
const OTHER_LINE_ENDS = /[\u2028\u2029]/g

/** One line of JSON, whatever the texts contain. */
function toLine(value: CommandRequest | Message): string {
  const json = JSON.stringify(value).replace(OTHER_LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16)}`)
  return `${json}\n`
}

/** Lines that end when the socket closes. */
function linesOf(socket: Socket): Interface {
  const lines = createInterface({ input: socket })
  socket.once('close', () => lines.close())
  return lines
}

function show(message: Exclude<Message, { exitCode: number }>, output: Output): void {
  if ('line' in message) output.line(message.line)
  else if ('data' in message) output.data(message.data)
  else if ('problem' in message) output.problem(message.problem)
  else output.progress(message.progress)
}

function listening(server: Server, socketPath: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(socketPath, done)
    // The socket file exists after `listen`, unless an 'error' event follows.
    try {
      chmodSync(socketPath, 0o600)
    } catch (error) {
      fail(error)
    }
  })
}

function connect(socketPath: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = createConnection(socketPath)
    socket.once('connect', () => done(socket))
    socket.once('error', () => done(undefined))
  })
}
