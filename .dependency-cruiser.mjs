const IN_SRC = 'src/(?:pages|layouts|components|islands|scripts)/'

/** The layers of the project, from the lowest up, with the paths that each may not import. */
const LAYERS = [
  ['contract', '^contract/', '^(?:node|src|api|admin|cli|demo|scripts|tests|bench)/'],
  ['node', '^node/', '^(?:contract|src|api|admin|cli|demo|scripts|tests|bench)/'],
  ['storefront', '^src/', '^(?:api|admin|cli|demo|scripts|tests|bench)/'],
  ['lib', '^src/lib/', '^(?:node/|src/(?!lib/))'],
  ['server', '^src/server/', `^${IN_SRC}`],
  ['islands-and-scripts', '^src/(?:islands|scripts)/', '^(?:node/|src/(?:pages|layouts|components|server)/)'],
  ['api', '^api/', '^(?:src|admin|cli|demo|scripts|tests|bench)/'],
  ['api-database', '^api/db/', '^api/(?:payment-providers|purge|http|modules|messages|jobs)/'],
  ['api-outbound', '^api/(?:payment-providers|purge)/', '^api/(?:http|modules|messages|jobs)/'],
  ['api-http', '^api/http/', '^api/(?:modules|messages|jobs)/'],
  ['api-modules', '^api/modules/', '^api/(?:messages|jobs|admin)/'],
  ['api-messages', '^api/messages/', '^api/(?:jobs|admin)/'],
  ['api-admin', '^api/admin/', '^api/jobs/'],
  ['api-composition', '^api/[^/]+/', '^api/(?:app|failures|routes|services|start)[.]ts$'],
  ['admin', '^admin/src/', '^(?:node|src|api|cli|demo|scripts|tests|bench)/'],
  ['cli', '^cli/', '^(?:src|admin|demo|scripts|tests|bench)/'],
  ['demo', '^demo/', '^(?:src|admin|scripts|tests|bench)/'],
  ['scripts-and-tests', '^(?:scripts|tests)/', '^bench/'],
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Move what both files need into one that imports neither.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      comment: 'Folders import one way: move what both need into one that imports neither.',
      scope: 'folder',
      from: { path: '^(?:contract|node|src|api|admin|cli|demo)(?:/|$)' },
      to: { circular: true },
    },
    ...LAYERS.map(([layer, from, to]) => ({
      name: `${layer}-imports-nothing-above`,
      severity: 'error',
      comment: 'docs/architecture.md#folders',
      from: { path: from },
      to: { path: to },
    })),
    {
      name: 'kit-below-tests',
      severity: 'error',
      comment: 'tests/kit has what tests, benches and scripts share; it imports none of them.',
      from: { path: '^tests/kit/' },
      to: { path: '^(?:tests/(?!kit/)|bench/|scripts/(?!processes/))' },
    },
    {
      name: 'kit-alone-from-outside',
      severity: 'error',
      comment: 'Move what a bench or a script needs of the tests to tests/kit. Nothing imports bench.',
      from: { path: '^(?!tests/)' },
      to: { path: '^tests/(?!kit/)' },
    },
    { name: 'no-import-of-bench', severity: 'error', from: { path: '^(?!bench/)' }, to: { path: '^bench/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Counts `import type` as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
