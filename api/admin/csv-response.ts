import { describeFailure } from '../errors.ts'
import type { AppContext } from '../http/context.ts'

/**
 * A file to download that `write` fills line by line while it is sent. A failure ends the connection, so that no browser
 * takes a part for the whole.
 */
export function csvResponse(
  c: AppContext,
  fileName: string,
  write: (writeLine: (line: string) => Promise<void>) => Promise<unknown>,
): Response {
  const { readable, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const { log } = c.get('services')
  void write((line) => writer.write(`${line}\n`))
    .then(() => writer.close())
    .catch(async (error: unknown) => {
      log({ level: 'warn', event: 'download broken off', file: fileName, ...describeFailure(error) })
      await writer.abort(error).catch(() => undefined)
    })
  return c.body(readable, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  })
}
