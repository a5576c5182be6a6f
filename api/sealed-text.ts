import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { purposeKey, type Purpose } from './signature.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What a sealed text is for: it opens for the same purpose, shop and owner only. */
interface SealFacts {
  purpose: Purpose
  tenantId: string
  owner: string
}

/** Encrypts a text with a key of the newest secret, so that the database alone does not tell it. */
export function sealText([secret = '']: readonly string[], facts: SealFacts, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, purposeKey(secret, facts.purpose, facts.tenantId), iv)
  cipher.setAAD(Buffer.from(facts.owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text, also with an older secret; `undefined` when the secret that sealed it is gone. */
export function openSealedText(
  secrets: readonly string[],
  facts: SealFacts,
  sealed: string,
): string | undefined {
  for (const secret of secrets) {
    const text = tryOpen(secret, facts, Buffer.from(sealed, 'base64url'))
    if (text !== undefined) return text
  }
  return undefined
}

function tryOpen(secret: string, { purpose, tenantId, owner }: SealFacts, bytes: Buffer): string | undefined {
  try {
    const key = purposeKey(secret, purpose, tenantId)
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
