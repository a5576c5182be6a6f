import type { DataProvider, GetListParams, Identifier, RaRecord, UpdateParams } from 'ra-core'

import { call } from './call.ts'

/** react-admin's reading and writing by the lists and records of the admin API. */
export const dataProvider: DataProvider = {
  getList: (resource, params) => call('GET', `/${resource}${toQuery(listQuery(params))}`),
  getOne: async (resource, { id }: { id: Identifier }) => ({ data: await getRecord(resource, id) }),
  getMany: async (resource, { ids }) => ({
    data: await Promise.all(ids.map((id) => getRecord<never>(resource, id))),
  }),
  getManyReference: (resource, { target, id, ...params }) => {
    const query = { ...listQuery(params), [target]: id }
    return call('GET', `/${resource}${toQuery(query)}`)
  },
  create: async (resource, { data }) => ({ data: await call('POST', `/${resource}`, data) }),
  update: async (resource, { id, data, previousData }: UpdateParams<RaRecord>) => {
    const previous: Partial<RaRecord> = previousData
    const changes = { ...changesOf(data, previous), version: previous.version as unknown }
    return { data: await call('PATCH', pathOf(resource, id), changes) }
  },
  updateMany: async (resource, { ids, data }) => {
    await Promise.all(ids.map((id) => call('PATCH', pathOf(resource, id), data)))
    return { data: ids }
  },
  delete: async (resource, { id, previousData }) => {
    await call('DELETE', pathOf(resource, id))
    return { data: previousData as never }
  },
  deleteMany: async (resource, { ids }) => {
    await Promise.all(ids.map((id) => call('DELETE', pathOf(resource, id))))
    return { data: ids }
  },
}

/** Without a chosen order, for which react-admin asks for the id, a list has the order of the API. */
function listQuery({ pagination, sort, filter }: GetListParams): Record<string, unknown> {
  const order = sort && sort.field !== 'id' && { sort: sort.field, order: sort.order.toLowerCase() }
  return { ...pagination, ...order, ...(filter as Record<string, unknown>) }
}

function getRecord<T extends RaRecord>(resource: string, id: Identifier): Promise<T> {
  return call('GET', pathOf(resource, id))
}

function pathOf(resource: string, id: Identifier): string {
  return `/${resource}/${encodeURIComponent(id)}`
}

/** The query string of the given parameters; those without a value are left out. */
function toQuery(parameters: Record<string, unknown>): string {
  const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? '' : `?${query}`
}

/** The fields whose values differ. */
export function changesOf(data: Partial<RaRecord>, previous: Partial<RaRecord>): Partial<RaRecord> {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(previous[name])),
  )
}
