import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `node scripts/licences.ts`: writes docs/licences.md, the packages that ship by licence, from package-lock.json. */

/** Not installed where the shops run, because the build puts their code, and what they import, into `dist`. */
const BUILT_IN = [
  '@astrojs/node',
  '@astrojs/react',
  '@maskito/core',
  '@nanostores/persistent',
  '@nanostores/react',
  'astro',
  'nanostores',
  'qrcode.react',
  're2js',
  'react',
  'react-dom',
]

interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  /** A workspace: our own. */
  link?: boolean
  dev?: boolean
  optional?: boolean
  /** Asked for by what only builds and tests, and optional to the rest. */
  devOptional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

export interface InstalledPackage extends LockedPackage {
  /** `node_modules/a/node_modules/b` */
  path: string
  name: string
  /** Installed where the shops run. */
  isForProduction: boolean
  /** For production, or built into what runs there. */
  ships: boolean
}

const FOLDER = 'node_modules/'

/** Every package of others that the lockfile installs; `dev` marks what only building and testing ask for. */
export function packagesOf({ packages }: Lockfile): InstalledPackage[] {
  const builtIn = withDependencies(packages, BUILT_IN)
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      isForProduction: !entry.dev,
      ships: !entry.dev || builtIn.has(path),
    }))
}

/** Where the packages of these names, and all that they ask for, are installed. */
function withDependencies(packages: Lockfile['packages'], names: string[]): Set<string> {
  const found = new Set(names.map((name) => FOLDER + name))
  // A set grows while it is walked through: what is found is looked into as well.
  for (const path of found) {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const at = nearest(packages, path, name)
      if (at !== undefined) found.add(at)
    }
  }
  return found
}

/** As Node resolves: in the package's own folder, then in those around it. */
function nearest(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf(`/${FOLDER}`))) {
    const path = `${folder}/${FOLDER}${name}`
    if (path in packages) return path
    if (!folder.includes(`/${FOLDER}`)) break
  }
  return FOLDER + name in packages ? FOLDER + name : undefined
}

export function licencesPage(lockfile: Lockfile): string {
  const shipping = packagesOf(lockfile).filter(({ ships }) => ships)
  const byLicence = Map.groupBy(shipping, ({ license = 'none named' }) => license)
  const sections = [...byLicence.keys()].sort().map((licence) => {
    const lines = (byLicence.get(licence) ?? []).map(({ name, version }) => `- ${name} ${version}`)
    return [`## ${licence}`, '', ...[...new Set(lines)].sort()].join('\n')
  })
  return `# Licences

What \`npm ci --omit=dev\` installs, binaries for other systems included, and what the build can put into the pages and
their server, by licence. Written by \`node scripts/licences.ts\` from package-lock.json; \`tests/security/supply-chain.test.ts\` holds it to the lockfile, and
the licences to the list of those that allow commercial use.

${sections.join('\n\n')}
`
}

export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
}

function at(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

if (import.meta.main) writeFileSync(at('docs/licences.md'), licencesPage(readLockfile()))
