import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as encrypt, type ConnectionOptions } from 'node:tls'

import { DatabaseAwayError, DatabaseUnusableError } from '../errors.ts'
import type { PostgresAddress } from './address.ts'

/** "Do you speak TLS?", before anything else is said; one letter answers. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * A socket to the PostgreSQL at this address, encrypted where the address says so. It never ends without an error.
 * @throws {Error} nobody answers there within so many milliseconds, or not who the certificate should be of
 */
export async function openSocket(address: PostgresAddress, withinMs: number): Promise<Socket> {
  const { host, port, tls } = address
  const plain = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  plain.setNoDelay(true)
  const timer = setTimeout(
    () => plain.destroy(new DatabaseAwayError('PostgreSQL could not be reached in time.')),
    withinMs,
  )
  endWithError(plain)
  try {
    await once(plain, 'connect')
    return tls ? await secure(plain, host, tls) : plain
  } catch (error) {
    plain.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function secure(plain: Socket, host: string, tls: ConnectionOptions): Promise<Socket> {
  plain.write(TLS_REQUEST)
  const [answer]: Buffer[] = await once(plain, 'data')
  // More than the one letter would be words that somebody else has slipped in before the encryption.
  if (answer?.toString('latin1') !== 'S')
    throw new DatabaseUnusableError(`The PostgreSQL at ${host} does not speak TLS.`)
  const socket = encrypt({ ...tls, socket: plain, host, ...(isIP(host) ? {} : { servername: host }) })
  plain.on('error', (error) => socket.destroy(error))
  endWithError(socket)
  await once(socket, 'secureConnect')
  return socket
}

function endWithError(socket: Socket): void {
  // An error that nobody listens to would end the process.
  socket.on('error', () => undefined)
  socket.once('end', () => socket.destroy(new DatabaseAwayError('PostgreSQL has closed the connection.')))
}
