/** Keys of attributes that the Legal Metrology (Packaged Commodities) Rules ask for, as `plainKey` writes them. */
export const MAKER_ROLES: ReadonlyMap<string, 'maker' | 'marketer' | 'packer' | 'importer'> = new Map([
  ['manufacturer', 'maker'],
  ['manufacturedby', 'maker'],
  ['maker', 'maker'],
  ['madeby', 'maker'],
  ['marketer', 'marketer'],
  ['marketedby', 'marketer'],
  ['packer', 'packer'],
  ['packedby', 'packer'],
  ['importer', 'importer'],
  ['importedby', 'importer'],
])
export const IMPORTER_KEYS: readonly string[] = ['importer', 'importedby']
export const COUNTRY_KEYS: readonly string[] = ['countryoforigin', 'origincountry', 'madein']
export const MRP_KEYS: readonly string[] = ['mrp', 'maximumretailprice']

/** Normalizes spellings such as `Country of Origin`, `country_of_origin` and `M.R.P.`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '')
}
