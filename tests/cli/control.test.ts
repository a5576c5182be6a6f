import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readlinkSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { controlSocketPath, forwardCommand, listenForCommands, type RunCommand } from '../../cli/control.ts'
import { runCommand } from '../../cli/run.ts'
import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { orders, products, users } from '../../api/db/schema.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ADDRESS } from '../kit/api/store.ts'
import { fillDataDirectory } from '../kit/database/pglite-template.ts'
import { listeningOutput } from './command-line.ts'
import { CATALOGUE, folderWith } from './shop-files.ts'

const CLI = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of open.splice(0).reverse()) await close()
})

async function listen(run: RunCommand): Promise<string> {
  const socketPath = join(folderWith(), 'control.sock')
  const control = await listenForCommands({ socketPath, run })
  open.push(() => control.close())
  return socketPath
}

it('runs a command in the other process and returns its output and exit code', async () => {
  const socketPath = await listen(async ({ argv, cwd }, output) => {
    output.line(`${argv.join(' ')} in ${cwd}`)
    output.problem('but')
    return 7
  })
  const output = listeningOutput()
  expect(await forwardCommand(socketPath, { argv: ['orders', 'list'], cwd: '/shop' }, output)).toBe(7)
  expect(output).toMatchObject({ lines: ['orders list in /shop'], problems: ['but'] })
})

it('carries every character that a shopper or merchant may write, both ways', async () => {
  const text = 'Asha\u2028Rao\u2029Pune\u0085\r\n\v\f\u0000🧵'
  const socketPath = await listen(async ({ argv }, output) => {
    output.line(argv.join())
    output.problem(argv.join())
    return 0
  })
  const output = listeningOutput()
  expect(await forwardCommand(socketPath, { argv: [text], cwd: '/' }, output)).toBe(0)
  expect(output).toMatchObject({ lines: [text], problems: [text] })
})

it('may be opened by its owner alone', { tags: ['@asvs-13.2.2'] }, async () => {
  const socketPath = await listen(async () => 0)
  expect(statSync(socketPath).mode & 0o777).toBe(0o600)
})

it('gives undefined without a listener', async () => {
  expect(
    await forwardCommand('/nowhere/control.sock', { argv: [], cwd: '/' }, listeningOutput()),
  ).toBeUndefined()
})

it('aborts a command whose client disconnects', async () => {
  const aborted = Promise.withResolvers<boolean>()
  const started = Promise.withResolvers<boolean>()
  const socketPath = await listen(async (_, output, signal) => {
    signal.addEventListener('abort', () => aborted.resolve(true))
    started.resolve(true)
    await aborted.promise
    output.problem('Stopped. Unfinished changes were undone.')
    return 1
  })
  const stop = new AbortController()
  const output = listeningOutput()
  const done = forwardCommand(socketPath, { argv: [], cwd: '/' }, output, stop.signal)
  await started.promise
  stop.abort()
  await aborted.promise
  expect(await done).toBe(1)
  expect(output.problems).toEqual(['Stopped. Unfinished changes were undone.'])
})

it('reports to the merchant that the API stopped', async () => {
  const socketPath = join(folderWith(), 'control.sock')
  const started = Promise.withResolvers<boolean>()
  const control = await listenForCommands({
    socketPath,
    run: () => {
      started.resolve(true)
      return new Promise(() => undefined)
    },
  })
  const output = listeningOutput()
  const done = forwardCommand(socketPath, { argv: [], cwd: '/' }, output)
  await started.promise
  await control.close()
  expect(await done).toBe(1)
  expect(output.problems[0]).toContain('The API stopped before the command ended')
  expect(existsSync(socketPath)).toBe(false)
})

it('reports the same when the API is killed, which breaks the connection', async () => {
  const socketPath = join(folderWith(), 'control.sock')
  // It closes with the request unread.
  const server = createServer({ pauseOnConnect: true }, (socket) => setImmediate(() => socket.destroy()))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  open.push(async () => void server.close())
  const output = listeningOutput()
  expect(await forwardCommand(socketPath, { argv: [], cwd: '/' }, output)).toBe(1)
  expect(output.problems[0]).toContain('The API stopped before the command ended')
})

it('is in the data directory', () => {
  expect(controlSocketPath('/data')).toBe('/data/control.sock')
})

describe.each([
  ['is too long for a socket', () => join(folderWith(), 'long/'.repeat(30)), 0o700],
  ['may be written by other users', () => join(folderWith(), 'open'), 0o777],
])('where the data directory %s', (_why, dataDirOf, mode) => {
  it('the socket is in a new folder that only its owner may enter, which a link names', async () => {
    const dataDir = dataDirOf()
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, mode)
    const socketPath = controlSocketPath(dataDir)
    const places = []
    for (let start = 0; start < 2; start += 1) {
      const control = await listenForCommands({ socketPath, run: async () => 7 })
      const place = readlinkSync(socketPath)
      places.push(place)
      expect(dirname(dirname(place))).toBe(tmpdir())
      expect([statSync(dirname(place)).mode & 0o777, lstatSync(place).mode & 0o777]).toEqual([0o700, 0o600])
      expect(await forwardCommand(socketPath, { argv: [], cwd: '/' }, listeningOutput())).toBe(7)
      await control.close()
      expect([existsSync(dirname(place)), existsSync(socketPath)]).toEqual([false, false])
    }
    // Another user can't take a name in advance that they can't know.
    expect(places[0]).not.toBe(places[1])
  })
})

describe('a socket of another user', () => {
  const request = { argv: ['users', 'list'], cwd: '/' }

  /** Listens at the path, and counts the connections. */
  async function listenAsStranger(socketPath: string) {
    const taken = { connections: 0 }
    const server = createServer(() => (taken.connections += 1)).listen(socketPath)
    await once(server, 'listening')
    open.push(async () => void server.close())
    return taken
  }

  it('gets no command', async () => {
    const socketPath = join(folderWith(), 'control.sock')
    const taken = await listenAsStranger(socketPath)
    vi.spyOn(process, 'geteuid').mockReturnValue(4711)
    await expect(forwardCommand(socketPath, request, listeningOutput())).rejects.toThrow(
      `${socketPath} belongs to another user, who would receive the command. Run it as the user of the API, or remove the file.`,
    )
    expect(taken.connections).toBe(0)
  })

  it.runIf(process.geteuid?.() === 0)('gets none of the superuser either', async () => {
    const socketPath = join(folderWith(), 'control.sock')
    const taken = await listenAsStranger(socketPath)
    chownSync(socketPath, 4711, 4711)
    await expect(forwardCommand(socketPath, request, listeningOutput())).rejects.toThrow('another user')
    expect(taken.connections).toBe(0)
    chownSync(dirname(socketPath), 4711, 4711)
    // The superuser acts for the owner of the data directory.
    void forwardCommand(socketPath, request, listeningOutput())
    await vi.waitFor(() => expect(taken.connections).toBe(1))
  })

  it('is told from a file that is no socket', async () => {
    const socketPath = join(folderWith({ 'control.sock': 'text' }), 'control.sock')
    expect(await forwardCommand(socketPath, request, listeningOutput())).toBeUndefined()
  })
})

// Each command is a process of its own, which takes seconds on a busy machine.
describe('a data directory that the API holds', { timeout: 90_000 }, () => {
  /** Accepts commands for this data directory, as `npm start` does. */
  async function takeCommands(
    { db, dataDir }: { db: Database; dataDir: string },
    purge: (signal: AbortSignal) => Promise<string[]> = async () => [],
    onProgress: (signal: AbortSignal) => void = () => undefined,
  ) {
    const control = await listenForCommands({
      socketPath: controlSocketPath(dataDir),
      run: ({ argv, cwd }, output, signal) =>
        runCommand(argv, {
          ...{ database: async () => db, dataDir, cwd, signal },
          output: { ...output, progress: () => onProgress(signal) },
          purge: () => purge(signal),
        }),
    })
    open.push(() => control.close())
    return control
  }

  async function holdDirectory() {
    const dataDir = folderWith()
    await fillDataDirectory(dataDir)
    const db = await openDatabase({ dataDir })
    open.push(() => db.close())
    const record = { storeName: 'Silk House', categories: ['Kurtas'] }
    await putTenant(db, { id: 'silk', hosts: ['silk.localhost'], record, payee: { upiId: '', name: 'Silk' } })
    return { dataDir, db }
  }

  function startCli(dataDir: string, cwd: string, ...argv: string[]) {
    const ended = Promise.withResolvers<{ code: number | null; stdout: string; stderr: string }>()
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const child = execFile(process.execPath, [CLI, ...argv], { cwd, env }, (_, stdout, stderr) =>
      ended.resolve({ code: child.exitCode, stdout, stderr }),
    )
    return { child, ended: ended.promise }
  }

  function cli(dataDir: string, cwd: string, ...argv: string[]) {
    return startCli(dataDir, cwd, ...argv).ended
  }

  it('takes an import through the API', async () => {
    const { dataDir, db } = await holdDirectory()
    await takeCommands({ dataDir, db })
    const folder = folderWith({ 'c.csv': CATALOGUE, 'bad.csv': `${CATALOGUE}top,Top,ask,` })
    const imported = await cli(dataDir, folder, 'import', 'silk', 'c.csv')
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    expect(imported.stdout).toContain('Imported into silk: 2 created, 0 updated, 0 unchanged.')
    const refused = await cli(dataDir, folder, 'import', 'silk', 'bad.csv')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('row 4: "top" (Top): "ask" is not a price')
  })

  it('prints the orders of shoppers whose names would end a line', async () => {
    const { dataDir, db } = await holdDirectory()
    await takeCommands({ dataDir, db })
    const fullName = 'Asha\u2028Rao\u2029'
    await withTenant(db, 'silk', async (tx) => {
      const person = { email: 'asha@example.com', passwordHash: '', firstName: 'Asha', lastName: 'Rao' }
      await tx.insert(users).values({ ...person, tenantId: 'silk', id: 'asha' })
      await tx.insert(orders).values({
        ...{ tenantId: 'silk', number: '7K3M9Q2XV0AB', userId: 'asha', total: 100 },
        shippingAddress: { ...ADDRESS, fullName },
        ...{ contactEmail: 'asha@example.com', contactPhone: '9876543210' },
      })
    })
    const { code, stdout, stderr } = await cli(dataDir, dataDir, 'orders', 'list', 'silk', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject([{ fullName }])
  })

  describe.each([
    ['Ctrl+C', ({ child }: { child: ChildProcess }) => child.kill('SIGINT')],
    ['the end of the API', (_: unknown, control: { close(): Promise<void> }) => control.close()],
  ])('after %s', (_, stop) => {
    it('reports a command that had written by then as done', async () => {
      const { dataDir, db } = await holdDirectory()
      const written = Promise.withResolvers<boolean>()
      const control = await takeCommands({ dataDir, db }, async (signal) => {
        const stopped = once(signal, 'abort')
        written.resolve(true)
        await stopped
        return []
      })
      const command = startCli(dataDir, dataDir, 'shop', 'update', 'silk', '--set', 'description=Handloom')
      await written.promise
      await stop(command, control)
      expect(await command.ended).toEqual({
        code: 0,
        stdout: 'Updated the shop silk on silk.localhost.\n',
        stderr: '',
      })
      expect((await findTenant(db, 'silk'))?.record.description).toBe('Handloom')
    })

    it('reports an import that was still writing with the products that stay written', async () => {
      const { dataDir, db } = await holdDirectory()
      const checked = Promise.withResolvers<boolean>()
      const control = await takeCommands({ dataDir, db }, undefined, (signal) => {
        // Holds the connection until it is stopped.
        const stopped = once(signal, 'abort')
        void withTenant(db, 'silk', () => stopped)
        checked.resolve(true)
      })
      const rows = Array.from({ length: 500 }, (_row, at) => `kurta-${at},Blue Kurta,1499,women\n`)
      const folder = folderWith({ 'c.csv': `Handle,Title,Variant Price,Tags\n${rows.join('')}` })
      const command = startCli(dataDir, folder, 'import', 'silk', 'c.csv')
      await checked.promise
      await stop(command, control)
      const { code, stderr } = await command.ended
      const written = await withTenant(db, 'silk', (tx) => tx.$count(products))
      const stopped = `The import stopped after ${written} of 500 products. Those stay written; the same command continues with the others.`
      expect(written).toBeLessThan(500)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `${written === 0 ? 'Stopped. Unfinished changes were undone.' : stopped}\n`,
      })
    })
  })

  it('is refused with the remedy when that process takes no commands', async () => {
    const { dataDir } = await holdDirectory()
    const { code, stdout, stderr } = await cli(dataDir, dataDir, 'shop', 'list')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`The data directory ${dataDir} is in use by process ${process.pid}.`)
    expect(stderr).not.toContain('    at ')
  })
})
