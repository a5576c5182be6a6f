import { it } from 'vitest'

import { expectJobsAfterKills } from './killed-jobs.ts'

it('every due job runs, although the API is killed while it runs', () => expectJobsAfterKills(), 240_000)
