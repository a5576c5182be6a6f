import type { Catalogue } from '../../api/modules/imports/open-catalogue.ts'
import type { ImportEvent } from '../../api/modules/imports/import-event.ts'
import { product } from '../kit/api/store.ts'

/** A catalogue that reads once, and breaks off after `until` products from then on; its products, or their removal. */
export function breakingCatalogue(
  count: number,
  until: number,
  eventOf: (key: string, line: number) => ImportEvent = onSale,
): Catalogue {
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
        yield eventOf(`kurta ${at}`, at + 2)
      }
    },
  }
}

function onSale(key: string, line: number): ImportEvent {
  return { kind: 'product', line, product: product(key) }
}

export function offSale(key: string, line: number): ImportEvent {
  return { kind: 'left-out', line, reason: 'archived product', key }
}
