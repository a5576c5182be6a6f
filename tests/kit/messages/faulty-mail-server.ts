import type { AddressInfo, Socket } from 'node:net'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  messageId: string
  to: string
  subject: string
}

/** What the server does with a mail: `drop` closes the connection after it has the text. */
export type MailFault = 'take' | 'refuse' | 'hang' | 'late' | 'drop'

export type FaultyMailServer = Awaited<ReturnType<typeof startFaultyMailServer>>

const LATE_MS = 300

/**
 * A real SMTP server that does with each mail what `next` says. What it has the text of counts as received. It can be
 * stopped, and started again on its port.
 */
export async function startFaultyMailServer() {
  const received: ReceivedMail[] = []
  const faults = { next: (): MailFault => 'take' }
  let running = await listen(0, received, faults)
  const { port } = running
  return {
    received,
    faults,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => running.stop(),
    async start() {
      running = await listen(port, received, faults)
    },
  }
}

async function listen(atPort: number, received: ReceivedMail[], faults: { next: () => MailFault }) {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      const fault = faults.next()
      if (fault === 'hang') return
      if (fault === 'refuse') {
        done(Object.assign(new Error('4.3.0 Not now'), { responseCode: 451 }))
        return
      }
      setTimeout(done, fault === 'late' ? LATE_MS : 0)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ messageId = '', subject = '', to = [] }) => {
          received.push({ messageId, subject, to: to.map(({ address = '' }) => address).join() })
          if (faults.next() === 'drop')
            for (const socket of sockets) if (isOf(socket, session)) socket.destroy()
          done()
        })
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    async stop() {
      const isClosed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await isClosed
    },
  }
}

function isOf({ remotePort }: Socket, session: { remotePort: number }): boolean {
  return remotePort === session.remotePort
}
