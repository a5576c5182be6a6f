import astro from 'eslint-plugin-astro'
import accessibility from 'eslint-plugin-jsx-a11y-x'
import * as regexp from 'eslint-plugin-regexp'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Forbids imports. Which folder may import which is in .dependency-cruiser.mjs, which reads no .astro files. */
function forbidImports(files, patterns, ignores = []) {
  return { files, ignores, rules: { 'no-restricted-imports': ['error', { patterns }] } }
}
const forbid = (group, message) => ({ group, message })

const NO_FRAMEWORK = [
  forbid(
    ['react', 'react-*', 'astro', 'astro:*', '@astrojs/*', 'hono', 'node:*'],
    'This code runs without a framework and without Node.',
  ),
]
/** Rules and stores decide on codes; what renders them, and the `*-text.ts` modules, translate. */
const NO_TRANSLATION = [
  {
    group: ['**/translate.ts'],
    importNames: ['t'],
    message: 'Return a code, or a text that its caller translates.',
  },
]
/** Cart, checkout and payment show the total of one function and the days of one answer. docs/requirements.md#1129-quotes */
const ONE_TOTAL = {
  group: ['**/money.ts'],
  importNames: ['sumOfLines', 'paiseOfLines'],
  message: 'The total of a cart is cartTotal, that of a line lineTotal (src/lib/quote/cart-total.ts).',
}
const ONE_DATE = {
  group: ['**/shop/delivery.ts'],
  importNames: ['longestDelivery'],
  message: 'The day of arrival is that of the quote (src/lib/quote/quote-text.ts).',
}
/** What adds up orders that the store API has sent, and visits that are measured. */
const SUMS_OF_ORDERS = [
  'src/lib/orders/order.ts',
  'src/lib/analytics/shop-event.ts',
  'src/islands/orders/InvoiceIsland.tsx',
  'src/islands/payment/PayLinkIsland.tsx',
]
/** Modules that read or change the state of one browser. */
const BROWSER_STATE = [
  '**/lib/analytics/{attribution,consent,purchase}.ts',
  '**/lib/api-client/send-idempotent.ts',
  '**/lib/auth/{account-actions,browser-client,protected-page,session,session-store}.ts',
  '**/lib/cart/{buy-again,cart-actions,cart-store,current-products,keep-refusals,line-refusals,sync-tabs}.ts',
  '**/lib/catalogue/viewed-products.ts',
  '**/lib/checkout/{place-order,shipping-address}.ts',
  '**/lib/orders/{invoice-contact,placed-order}.ts',
  '**/lib/payment/{order-watch,payment-redirect}.ts',
  '**/lib/platform/{cookies,saved-list,storage,toasts}.ts',
  '**/lib/quote/{ask-quote,offer-code,pin-code,quote-store}.ts',
  '**/lib/wishlist/wishlist.ts',
]
const ON_THE_SERVER = [
  forbid(BROWSER_STATE, 'Pages and components run on the server, where all shoppers would share this state.'),
  forbid(['../**/{api,cli}/**'], 'The storefront never imports the API.'),
  forbid(['@tanabana/node/*'], 'What the processes share is for server and api.'),
]
/**
 * A job that is sent without its transaction may run before the commit or for nothing, and stops the embedded database for
 * good.
 */
const NO_SEND = forbid(['pg-boss', 'pg-boss/*'], 'Add jobs with enqueue(tx, …) of api/db.')
const NO_TIMER = 'What runs by itself is a job (api/jobs).'
const NO_TIMERS = forbid(['node:timers', 'node:timers/*'], NO_TIMER)
/** These wait while the API starts or stops, before a purge, or between the batches of an import. */
const WAITS = ['api/start.ts', 'api/http/server.ts', 'api/db/postgres.ts', 'api/modules/imports/batches.ts']
/** A second place that builds a `Location` may lead to another host. */
const ONE_REDIRECT = [
  'Property[key.name=/^location$/i][shorthand=false]',
  'Literal[value=/^location$/i]',
  'CallExpression[callee.property.name="redirect"]',
].map((selector) => ({ selector, message: 'Redirect with localRedirect (contract/local-redirect.ts).' }))

export default defineConfig(
  { ignores: ['dist/', 'admin/dist/', 'data/', '.astro/', 'test-results/'] },
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  astro.configs.recommended,
  {
    // Without .astro, whose parser knows no types; `astro check` reads those.
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.astro/**'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // An empty text counts as none: `||` is meant.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      // It asks for the `!` that no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
    },
  },
  {
    files: ['tests/e2e/**', 'scripts/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Literal[value="networkidle"]',
          message: 'Wait for what the page shows, or with waitUntilComplete (tests/e2e/fixtures.ts).',
        },
      ],
    },
  },
  {
    files: ['tests/**'],
    rules: {
      // Tests assert on parsed JSON and matchers, which are `any`: more than 600 places.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Stubs are async as the functions that they replace are, and `act` flushes effects of async callbacks alone.
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['**/*.tsx'], ...accessibility.configs.strict },
  { files: ['**/*.tsx'], ...hooks.configs.flat.recommended },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['warn', 'error', 'log', 'table'] }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
    },
  },
  {
    files: ['api/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setInterval', 'setTimeout', 'setImmediate'].map((name) => ({ name, message: NO_TIMER })),
      ],
    },
  },
  forbidImports(['api/**'], [NO_SEND, NO_TIMERS], [...WAITS, 'api/jobs/engine.ts']),
  forbidImports(WAITS, [NO_SEND]),
  forbidImports(['api/jobs/engine.ts'], [NO_TIMERS]),
  forbidImports(['cli/**', 'demo/**', 'scripts/**', 'bench/**'], [NO_SEND]),
  {
    files: ['api/jobs/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['send', 'sendAfter', 'sendThrottled', 'sendDebounced', 'upsert', 'publish', 'flow'].map(
          (property) => ({ property, message: NO_SEND.message }),
        ),
        { object: 'boss', property: 'insert', message: NO_SEND.message },
      ],
    },
  },
  {
    // What shops, merchants and shoppers write is matched by these: no text may take quadratic time.
    files: ['contract/**', 'node/**', 'src/**', 'api/**', 'admin/**', 'cli/**', 'demo/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      // The two rules above overlook these.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Literal[regex.pattern=/<.*(\\[\\^>\\]|\\[\\^\\]|\\[\\\\s\\\\S\\])[*+]/]',
          message: 'Many tags that are never closed take quadratic time: read the tree (sanitize-html.ts).',
        },
        ...ONE_REDIRECT,
        {
          // The bundler would put the handler inside the wrapper, which then misses the failure.
          selector: 'CallExpression > MemberExpression[object.type="ImportExpression"][property.name="then"]',
          message:
            'Import in a function of its own, so that a lost script is shown (scripts/preload-chunks.mjs).',
        },
      ],
    },
  },
  {
    // Days are added in the API alone, which promises them.
    files: ['src/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['setDate', 'setUTCDate', 'setMonth', 'setUTCMonth', 'getDate', 'getUTCDate'].map((property) => ({
          property,
          message: ONE_DATE.message,
        })),
      ],
    },
  },
  forbidImports(
    ['src/lib/**'],
    [...NO_FRAMEWORK, ...NO_TRANSLATION, ONE_TOTAL, ONE_DATE],
    ['src/lib/**/*-text.ts', 'src/lib/quote/cart-total.ts', ...SUMS_OF_ORDERS],
  ),
  forbidImports(
    ['src/lib/quote/cart-total.ts', ...SUMS_OF_ORDERS.filter((path) => path.startsWith('src/lib/'))],
    [...NO_FRAMEWORK, ...NO_TRANSLATION, ONE_DATE],
  ),
  forbidImports(['src/lib/**/*-text.ts'], [...NO_FRAMEWORK, ONE_TOTAL, ONE_DATE]),
  forbidImports(['contract/**'], NO_FRAMEWORK),
  forbidImports(['src/islands/**', 'src/scripts/**'], [ONE_TOTAL, ONE_DATE], SUMS_OF_ORDERS),
  forbidImports(['src/pages/**', 'src/layouts/**'], [...ON_THE_SERVER, ONE_TOTAL]),
  forbidImports(
    ['src/components/**'],
    [
      ...ON_THE_SERVER,
      ONE_TOTAL,
      ONE_DATE,
      forbid(['**/layouts/**', '**/pages/**'], 'Layouts and pages are made of components.'),
    ],
  ),
)
