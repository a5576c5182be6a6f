import { ofPages } from './of-pages.mjs'

export default ofPages('[policyType]', 'contact', '404', '500', '[...path]', 'offline')
