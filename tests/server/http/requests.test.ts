import { expect, it } from 'vitest'

import { SECRET_FOLDERS } from '../../../contract/shop-paths.ts'
import { printablePath } from '../../../src/server/http/requests.ts'

it.each([...SECRET_FOLDERS, '_preview'])('logs no token of a link below /%s/', (folder) => {
  for (const address of [
    `/${folder}/s3cret`,
    `/hi/${folder}/s3cret/?x=1`,
    `http://shop.example/${folder}/s3cret`,
  ])
    expect(printablePath(address)).not.toContain('s3cret')
})
