import { HttpError, type AuthProvider } from 'ra-core'
import { useQuery } from '@tanstack/react-query'

import { call, refusalOf } from './call.ts'

export interface Session {
  staff: { id: string; name: string; email: string; role: string; language: string | null }
  permissions: string[]
  shop: { id: string; name: string; host: string; language: string; capabilities: string[] }
  /** Owner and manager set an authenticator app up before anything else. */
  needsSecondFactor: boolean
}

/** The password was right, and the code of the authenticator app is missing or wrong. */
export class SecondFactorError extends Error {
  override name = 'SecondFactorError'
}

/** Says that this browser may have a session, so that a visitor without one makes no call that is refused. */
const SIGNED_IN_KEY = 'console-signed-in'

let current: Promise<Session> | undefined

/** The session of this browser; asked for once until it changes. */
function getSession(): Promise<Session> {
  if (localStorage.getItem(SIGNED_IN_KEY) === null) return Promise.reject(new HttpError('', 401))
  current ??= call<Session>('GET', '/session').catch((error: unknown) => {
    forgetSession()
    if (isSignedOut(error)) localStorage.removeItem(SIGNED_IN_KEY)
    throw error
  })
  return current
}

/** Makes the next screen ask for the session. */
export function forgetSession(): void {
  current = undefined
}

export function useSession(): Session | undefined {
  return useQuery({ queryKey: ['session'], queryFn: getSession, retry: false }).data
}

/** Signing in and out for react-admin; permissions are the words of the role. */
export const authProvider: AuthProvider = {
  async login({ email, password, code }: Record<string, string>) {
    const session = await call<Session>('POST', '/session', { email, password, ...(code && { code }) }).catch(
      (error: unknown) => {
        throw refusalOf(error).code === 'second-factor' ? new SecondFactorError() : error
      },
    )
    localStorage.setItem(SIGNED_IN_KEY, '1')
    current = Promise.resolve(session)
  },
  async logout() {
    const hadSession = localStorage.getItem(SIGNED_IN_KEY) !== null
    forgetSession()
    localStorage.removeItem(SIGNED_IN_KEY)
    // An ended session is signed out already.
    if (hadSession) await call('DELETE', '/session').catch(() => undefined)
  },
  async checkAuth() {
    await getSession()
  },
  checkError: (error: Error) => {
    if (!isSignedOut(error)) return Promise.resolve()
    localStorage.removeItem(SIGNED_IN_KEY)
    return Promise.reject(error)
  },
  getIdentity: async () => {
    const { staff } = await getSession()
    return { id: staff.id, fullName: staff.name }
  },
  getPermissions: async () => (await getSession()).permissions,
}

function isSignedOut(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401
}
