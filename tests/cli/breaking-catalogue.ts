import type { Catalogue } from '../../cli/import/open-catalogue.ts'
import { product } from '../kit/api/store.ts'

/** A catalogue that reads once, and breaks off after `until` products from then on. */
export function breakingCatalogue(count: number, until: number): Catalogue {
  let readings = 0
  return {
    description: 'a test',
    encoding: { name: 'utf-8', reason: '' },
    namesCurrency: true,
    unit: 'row',
    async *events() {
      readings += 1
      for (let at = 0; at < count; at += 1) {
        if (readings > 1 && at === until) throw new Error('the disk is gone')
        yield { kind: 'product', line: at + 2, product: product(`kurta ${at}`) }
      }
    },
  }
}
