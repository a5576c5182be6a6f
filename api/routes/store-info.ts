import { storeInfoAnswer } from '../answers.ts'
import { route } from './route.ts'

export const storeInfoRoutes = [
  route({
    method: 'get',
    path: '/storeInfo',
    tag: 'Store',
    summary: 'Read the store record',
    description:
      'Names, company details, categories, policies, palette, and what this API can do beyond the plain calls.',
    answer: { status: 200, description: 'The store record', schema: storeInfoAnswer },
    handle: (c) => c.json(c.get('tenant').record),
  }),
]
