import { ofPages } from './of-pages.mjs'

export default ofPages(
  'product/[id]',
  'fragments/product/[id]',
  'fragments/related/[id]',
  'fragments/card/[id]',
  'fragments/quick-view/[id]',
)
