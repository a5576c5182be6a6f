import { inject } from 'vitest'

/** From here on the helpers of the suite open PostgreSQL instead of PGlite. */
process.env.TEST_POSTGRES = inject('postgres')
