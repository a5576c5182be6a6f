import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import {
  storeUpload,
  UPLOAD_MAX_BYTES,
  uploadedFile,
  UploadTooLargeError,
} from '../modules/imports/uploaded-files.ts'

/**
 * Stores the body of a call as a file of the shop while it comes in, and returns its path. The caller removes it.
 * @throws {ApiError} 413 it is too large, 503 this API keeps no files
 */
export async function receiveUpload(c: AppContext, id: string): Promise<string> {
  const { dataDir } = c.get('services').config
  if (dataDir === 'memory://') throw new ApiError(503, 'This API keeps no files.')
  const tooLarge = () => new ApiError(413, 'The file is larger than 32 MB.', { connection: 'close' })
  if (Number(c.req.header('content-length') ?? 0) > UPLOAD_MAX_BYTES) throw tooLarge()
  const path = uploadedFile(dataDir, c.get('tenant').id, id)
  await storeUpload(path, c.req.raw.body).catch((error: unknown) => {
    throw error instanceof UploadTooLargeError ? tooLarge() : error
  })
  return path
}
