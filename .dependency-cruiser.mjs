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
