import { createHash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

import * as z from 'zod'

import type { Output } from './output.ts'

/**
 * PGlite lets one process at a time have its directory. While the API has it, the merchant's commands run inside the
 * API: they travel as JSON lines through a socket file that only the owner of the data directory may open.
 */

const requestSchema = z.object({ argv: z.array(z.string()), cwd: z.string() })
const answerSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ problem: z.string() }),
  z.object({ progress: z.string() }),
  z.object({ exitCode: z.int() }),
])

type Answer = z.output<typeof answerSchema>

/** A command line, and the folder that its relative paths start from. */
export type CommandRequest = z.output<typeof requestSchema>

/** Runs a command and gives its exit code. `signal` fires when the merchant's terminal goes away. */
export type RunCommand = (request: CommandRequest, output: Output, signal: AbortSignal) => Promise<number>

/** Longest path of a socket file that every system takes. */
const SOCKET_PATH_MAX_BYTES = 100

/** `control.sock` in the data directory, or a stand-in among the temporary files when that path is too long. */
export function controlSocketPath(dataDir: string): string {
  const path = resolve(dataDir, 'control.sock')
  if (Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES) return path
  return join(tmpdir(), `tanabana-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`)
}

/** Takes commands until `close` is called. Call it while holding the data directory: a leftover socket is replaced. */
export async function listenForCommands(options: {
  socketPath: string
  run: RunCommand
}): Promise<{ close(): Promise<void> }> {
  const { socketPath, run } = options
  await rm(socketPath, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    void serve(socket, run)
  })
  await listening(server, socketPath)
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
      await rm(socketPath, { force: true })
    },
  }
}

/**
 * Has the process that holds the data directory run a command; `undefined` when it takes none. A command that is
 * stopped by `signal` is undone over there.
 */
export async function forwardCommand(
  socketPath: string,
  request: CommandRequest,
  output: Output,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const socket = await connect(socketPath)
  if (!socket) return undefined
  signal?.addEventListener('abort', () => socket.destroy())
  socket.write(toLine(request))
  try {
    for await (const text of linesOf(socket)) {
      const answer = answerSchema.parse(JSON.parse(text))
      if ('exitCode' in answer) return answer.exitCode
      show(answer, output)
    }
  } finally {
    socket.destroy()
  }
  output.problem(
    signal?.aborted
      ? 'Stopped. What the command had begun to write was undone.'
      : 'The running API stopped before the command ended; what it had begun to write was undone.',
  )
  return 1
}

async function serve(socket: Socket, run: RunCommand): Promise<void> {
  const controller = new AbortController()
  socket.on('close', () => controller.abort())
  socket.on('error', () => controller.abort())
  const send = (answer: Answer) => {
    if (socket.writable) socket.write(toLine(answer))
  }
  const output: Output = {
    line: (line) => send({ line }),
    problem: (problem) => send({ problem }),
    progress: (progress) => send({ progress }),
  }
  try {
    for await (const text of linesOf(socket)) {
      const exitCode = await run(requestSchema.parse(JSON.parse(text)), output, controller.signal)
      send({ exitCode })
    }
  } catch (error) {
    output.problem(`The command could not be run: ${error instanceof Error ? error.message : String(error)}`)
    send({ exitCode: 1 })
  } finally {
    socket.end()
  }
}

/** `readline` ends a line at these as well, and JSON leaves them as they are. */
const OTHER_LINE_ENDS = /[\u2028\u2029]/g

/** One line of JSON, whatever shoppers and merchants have written. */
function toLine(value: CommandRequest | Answer): string {
  const json = JSON.stringify(value).replace(OTHER_LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16)}`)
  return `${json}\n`
}

/** Ends with the socket, however it ends. */
function linesOf(socket: Socket): AsyncIterable<string> {
  const lines = createInterface({ input: socket })
  socket.once('close', () => lines.close())
  return lines
}

function show(answer: Exclude<Answer, { exitCode: number }>, output: Output): void {
  if ('line' in answer) output.line(answer.line)
  else if ('problem' in answer) output.problem(answer.problem)
  else output.progress(answer.progress)
}

function listening(server: Server, socketPath: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(socketPath, done)
    // The socket file exists as soon as `listen` returns, unless it failed, which 'error' tells.
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
