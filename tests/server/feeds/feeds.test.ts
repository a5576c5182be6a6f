import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'

import { createFeeds } from '../../../src/server/feeds/feeds.ts'
import { serve, shop } from '../images/picture-stack.ts'

async function send(method: 'GET' | 'POST', path: string) {
  const feeds = createFeeds({
    isCacheOn: false,
    sendsCacheTags: false,
    openContext: () => {
      throw new Error('Refused requests open no tenant.')
    },
  })
  const server = await serve((incoming, response) => void feeds.serve(shop, incoming, response))
  onTestFinished(server.stop)
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${server.port}${path}`, { method })
  return { status: statusCode, allow: headers.allow, text: await body.text() }
}

test('a feed allows only GET and HEAD', async () => {
  expect(await send('POST', '/feeds/google.xml')).toEqual({
    status: 405,
    allow: 'GET, HEAD',
    text: 'This method is not allowed here.\n',
  })
})

test.each(['GET', 'POST'] as const)('%s of a feed that does not exist gets 404', async (method) => {
  expect(await send(method, '/feeds/bing.xml')).toMatchObject({ status: 404, allow: undefined })
})
