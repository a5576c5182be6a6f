import { chmodSync } from 'node:fs'
import { lstat, mkdtemp, readlink, rm, stat, symlink } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

import * as z from 'zod/mini'

import { escapeControlCharacters } from '@tanabana/contract/text.ts'
import { withTimeout } from '@tanabana/node/promises.ts'
import { EXIT } from './exit-codes.ts'
import { printFailure, type Output } from './output.ts'

/**
 * Only one process may use PGlite's directory. While the API runs, commands run inside it: they arrive as JSON lines
 * over a socket file that only the owner of the data directory may open.
 */

const requestSchema = z.object({ argv: z.array(z.string()), cwd: z.string(), user: z.optional(z.string()) })
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
const WRITABLE_BY_OTHERS = 0o022

/** The control socket of a data directory, or the link to it. */
export function controlSocketPath(dataDir: string): string {
  return resolve(dataDir, 'control.sock')
}

/** Another user owns the socket. */
export class ForeignSocketError extends Error {
  override name = 'ForeignSocketError'
}

/**
 * Accepts commands until `close`, which aborts running ones and lets them report their result. Call it while holding
 * the lock of the data directory: it replaces a stale socket.
 */
export async function listenForCommands(options: {
  socketPath: string
  run: RunCommand
}): Promise<{ close(): Promise<void> }> {
  const { run } = options
  await rm(options.socketPath, { force: true })
  const { socketPath, remove } = await placeSocket(options.socketPath)
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
      await remove()
    },
  }
}

/**
 * Returns the path where to listen. Where the given one is too long for a socket, or other users may write in its
 * folder: a path in a new folder with a random name, which only this user may enter, and a link at the given path.
 */
async function placeSocket(path: string): Promise<{ socketPath: string; remove: () => Promise<void> }> {
  const removePath = () => rm(path, { force: true })
  const { mode } = await stat(dirname(path))
  const isPrivate = (mode & WRITABLE_BY_OTHERS) === 0
  if (isPrivate && Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES) {
    return { socketPath: path, remove: removePath }
  }
  const folder = await mkdtemp(join(tmpdir(), 'tanabana-'))
  const socketPath = join(folder, 'control.sock')
  await symlink(socketPath, path)
  return {
    socketPath,
    async remove() {
      await removePath()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The path to connect to, behind a link; `undefined` where there is no socket.
 * @throws {ForeignSocketError} another user would receive the command
 */
async function findSocket(path: string): Promise<string | undefined> {
  const entry = await lstat(path).catch(ignoreMissing)
  if (!entry) return undefined
  const socketPath = entry.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path
  const socket = entry.isSymbolicLink() ? await lstat(socketPath).catch(ignoreMissing) : entry
  if (!socket?.isSocket()) return undefined
  const own = process.geteuid?.()
  // The superuser may act for the owner of the data directory.
  const owner = own === 0 ? (await stat(dirname(path))).uid : own
  if (owner === undefined || socket.uid === owner || socket.uid === own) return socketPath
  throw new ForeignSocketError(
    `${socketPath} belongs to another user, who would receive the command. Run it as the user of the API, or remove the file.`,
  )
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return
  throw error
}

/**
 * Runs a command in the process that holds the data directory; `undefined` when no process accepts commands. A
 * command that `signal` stops reports whether it was undone or had finished.
 * @throws {ForeignSocketError} another user would receive the command
 */
export async function forwardCommand(
  socketPath: string,
  request: CommandRequest,
  output: Output,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const found = await findSocket(socketPath)
  const socket = found && (await connect(found))
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
  } catch (error) {
    if (!isBroken(error)) throw error
  } finally {
    socket.destroy()
  }
  printFailure(
    output,
    request.argv,
    'The API stopped before the command ended. Finished changes stay, unfinished ones were undone. Check before you run the command again.',
  )
  return EXIT.failed
}

/** The connection ended early, as when its process is killed. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))
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
    send({ exitCode: EXIT.failed })
  } finally {
    await new Promise<void>((done) => socket.end(done))
    socket.destroy()
  }
}

/** One line of JSON, whatever the texts contain: `readline` also splits at line ends that JSON does not escape. */
function toLine(value: CommandRequest | Message): string {
  return `${escapeControlCharacters(JSON.stringify(value))}\n`
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
