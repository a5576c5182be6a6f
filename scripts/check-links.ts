import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import GithubSlugger from 'github-slugger'
import { markdownToMdast, type MdastNode } from 'satteri'

/** `node scripts/check-links.ts`: fails on broken links in documents and on missing documents that code names. */

interface Link {
  /** As written: `merchant.md#import`, `#import`. */
  target: string
  line: number
}

const IGNORED = new Set([
  'node_modules',
  '.git',
  'dist',
  'data',
  '.astro',
  'test-results',
  'playwright-report',
])
const CODE = new Set(['.ts', '.tsx', '.astro', '.js', '.mjs', '.css', '.sql', '.html', '.yaml', '.yml'])
/** A scheme, or `//host`. */
const EXTERNAL = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i
/** A path below `docs/`, or a document of the root; import paths have a dot or a slash before them. */
const DOCUMENT = /(?<![\w./@-])(?:docs\/[\w./-]*\w|[A-Z]{2,}\.md)(?:#[\w-]+)?/g
const HTML_ID = /\s(?:id|name)="([^"]+)"/g

/** Broken links below `root`, each as `file:line: reason`. */
function findBrokenLinks(root: string): string[] {
  const files = globSync('**/*', {
    cwd: root,
    exclude: (path) => path.split('/').some((part) => IGNORED.has(part)),
  })
  const anchorsByFile = new Map<string, Set<string>>()

  /** Why the link fails, or `undefined` when it resolves. */
  function reasonOf(target: string, file: string, folder: string): string | undefined {
    const [path = '', anchor] = decodeURI(target).split('#')
    const absolute = path === '' ? file : path.startsWith('/') ? join(root, path) : resolve(folder, path)
    if (!existsSync(absolute)) return `${target} does not exist`
    if (!anchor || extname(absolute) !== '.md') return undefined
    const anchors = anchorsByFile.get(absolute) ?? anchorsOf(readTree(absolute))
    anchorsByFile.set(absolute, anchors)
    return anchors.has(anchor) ? undefined : `${target}: no heading has this anchor`
  }

  return files.flatMap((name) => {
    const file = join(root, name)
    const isDocument = extname(name) === '.md'
    if (!(isDocument || CODE.has(extname(name))) || !statSync(file).isFile()) return []
    const links = isDocument ? linksOf(readTree(file)) : documentsNamedIn(readFileSync(file, 'utf8'))
    return links.flatMap(({ target, line }) => {
      const reason = reasonOf(target, file, isDocument ? dirname(file) : root)
      return reason === undefined ? [] : [`${name}:${line}: ${reason}`]
    })
  })
}

function readTree(file: string): MdastNode {
  return markdownToMdast(readFileSync(file, 'utf8'))
}

function descendants(node: MdastNode): MdastNode[] {
  return [node, ...('children' in node ? node.children.flatMap(descendants) : [])]
}

function linksOf(tree: MdastNode): Link[] {
  return descendants(tree).flatMap((node) =>
    'url' in node && node.url !== '' && !EXTERNAL.test(node.url)
      ? [{ target: node.url, line: node.position?.start.line ?? 1 }]
      : [],
  )
}

/** The anchors of headings, as GitHub makes them, and of HTML ids. */
function anchorsOf(tree: MdastNode): Set<string> {
  const slugger = new GithubSlugger()
  return new Set(
    descendants(tree).flatMap((node) => {
      if (node.type === 'heading') return [slugger.slug(textOf(node))]
      return node.type === 'html' ? [...node.value.matchAll(HTML_ID)].map(([, id = '']) => id) : []
    }),
  )
}

function textOf(node: MdastNode): string {
  return descendants(node)
    .map((part) => (part.type === 'text' || part.type === 'inlineCode' ? part.value : ''))
    .join('')
}

function documentsNamedIn(code: string): Link[] {
  return code
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(DOCUMENT)].map(([target]) => ({ target, line: index + 1 })))
}

if (import.meta.main) {
  const broken = findBrokenLinks(fileURLToPath(new URL('..', import.meta.url)))
  for (const link of broken) console.error(link)
  if (broken.length > 0) {
    console.error(`${broken.length} broken links. Correct the address, or add the file or heading.`)
    process.exitCode = 1
  }
}
