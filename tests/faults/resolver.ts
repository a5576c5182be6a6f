import dns from 'node:dns'
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Preloaded by `node --import`: resolves the store API's name to this machine, or fails while a file exists. */
const NAME = 'store.faults.test'
const switchFile = process.env.FAULTS_NO_NAME_FILE ?? ''
const real = dns.lookup

function lookup(hostname: string, options: object, callback: (...found: unknown[]) => void): void {
  if (hostname !== NAME) return void Reflect.apply(real, dns, [hostname, options, callback])
  if (existsSync(switchFile)) {
    const failure = Object.assign(new Error(`getaddrinfo ENOTFOUND ${NAME}`), { code: 'ENOTFOUND' })
    return void setImmediate(callback, failure)
  }
  Reflect.apply(real, dns, ['127.0.0.1', options, callback])
}

Object.assign(dns, { lookup })
syncBuiltinESMExports()
