import { ofPages } from './of-pages.mjs'

export default ofPages('index', 'fragments/featured', 'fragments/card/[id]', 'fragments/quick-view/[id]')
