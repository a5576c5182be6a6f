import { ApiError } from '../../errors.ts'
import { isWeakPassword } from './weak-password.ts'

export const PASSWORD_MAX_BYTES = 1024

interface About {
  email: string
  firstName: string
  lastName: string
  shop: string
}

/** @throws {ApiError} 422 the password is too long, or easy to guess */
export function checkNewPassword(password: string, { email, firstName, lastName, shop }: About): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new ApiError(422, `The password may have at most ${PASSWORD_MAX_BYTES} bytes.`)
  }
  if (isWeakPassword(password, [email, email.split('@')[0] ?? '', firstName, lastName, shop])) {
    throw new ApiError(
      422,
      "This password is easy to guess. Choose a less common one, without your name, your email or the shop's name.",
    )
  }
}
