import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'

import { createVitest } from 'vitest/node'

import { readRules } from '../tests/kit/rules.ts'
import { root } from './processes/dev-processes.ts'

/**
 * `npm run rules`: fails for a rule without a test, and for a tag without a rule. `npm run rules -- @req-2` lists the
 * tests of a rule or of all rules below a number; `-- @asvs` those of a document, `-- @` all.
 */

/** Tags of the projects in playwright.config.ts. */
const PROJECT_TAGS = ['@phone', '@desktop']

interface TaggedTest {
  tags: string[]
  /** File and title. */
  name: string
}

interface BrowserSuite {
  specs: { file: string; title: string; tags: string[] }[]
  suites?: BrowserSuite[]
}

async function unitTests(config: string): Promise<TaggedTest[]> {
  const vitest = await createVitest({ config, watch: false })
  try {
    const { testModules } = await vitest.collect()
    for (const module of testModules)
      for (const { message } of module.errors())
        problems.push(`${relative(root, module.moduleId)}: ${message.split('\n', 1).join('')}`)
    return testModules.flatMap(({ moduleId, children }) =>
      [...children.allTests()].map(({ fullName, tags }) => ({
        tags,
        name: `${relative(root, moduleId)} › ${fullName}`,
      })),
    )
  } finally {
    await vitest.close()
  }
}

function browserTests(): TaggedTest[] {
  const { stdout, stderr } = spawnSync('playwright', ['test', '--list', '--reporter=json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  const { suites, errors } = JSON.parse(stdout) as { suites: BrowserSuite[]; errors: unknown[] }
  if (errors.length > 0) throw new Error(`Playwright could not list its tests: ${stdout}${stderr}`)
  return suites.flatMap(specsOf).map(({ file, title, tags }) => ({
    tags: tags.map((tag) => `@${tag}`),
    name: `tests/e2e/${file} › ${title}`,
  }))
}

function specsOf({ specs, suites = [] }: BrowserSuite): BrowserSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

const problems: string[] = []
const rules = readRules()
const tests = [
  ...(await unitTests('vitest.config.ts')),
  ...(await unitTests('vitest.engines.config.ts')),
  ...browserTests(),
]
const testsOf = new Map(rules.map(({ tag }) => [tag, new Set<string>()]))
for (const { tags, name } of tests) {
  for (const tag of tags.filter((one) => !PROJECT_TAGS.includes(one))) {
    if (testsOf.has(tag)) testsOf.get(tag)?.add(name)
    else problems.push(`${tag} is no rule of a document: ${name}`)
  }
}
for (const { tag, page, title } of rules) {
  if (testsOf.get(tag)?.size === 0) problems.push(`No test carries ${tag}: ${title} (${page})`)
}

const [asked] = process.argv.slice(2)
if (asked !== undefined) {
  for (const { tag, page, title } of rules.filter((rule) => isBelow(rule.tag, asked))) {
    console.log(`\n${tag} ${title} (${page})`)
    for (const name of testsOf.get(tag) ?? []) console.log(`  ${name}`)
  }
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (asked === undefined) console.log(`Each of ${rules.length} rules has tests.`)

/** `@req-2` has `@req-2.8` below it, but not `@req-20`. */
function isBelow(tag: string, asked: string): boolean {
  return tag === asked || tag.startsWith(/\d$/.test(asked) ? `${asked}.` : asked)
}
