import { connect } from 'node:net'

export interface RawResponse {
  /** 0 when the connection ended without a response. */
  status: number
  /** The raw response: status line, headers and body. */
  text: string
}

/** Sends exactly these bytes to a port of this machine and reads until the server closes. */
export function sendRaw(port: number, ...parts: string[]): Promise<RawResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const end = () => {
      const text = Buffer.concat(chunks).toString()
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text })
    }
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', end)
    socket.once('close', end)
    for (const part of parts) socket.write(part, 'latin1')
  })
}
