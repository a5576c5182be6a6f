import { ofPages } from './of-pages.mjs'

export default ofPages(
  'products/index',
  'fragments/listing',
  'fragments/card/[id]',
  'fragments/quick-view/[id]',
)
