import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder with these files, by name. */
export function folderWith(files: Record<string, string | object> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-cli-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

export const STORE = {
  id: 'silk-house',
  hosts: ['silk-house.localhost'],
  storeName: 'Silk House',
  categories: ['Sarees'],
  policies: { about: 'policies/about.html', terms: '<p>Inline terms</p>' },
  payee: { upiId: 'silk@okbank', name: 'Silk House' },
}

export const CATALOGUE =
  'Handle,Title,Variant Price,Tags\nkurta,Blue Kurta,1499,women\nsaree,Red Saree,2999,\n'
