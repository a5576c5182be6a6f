import { AccountIsland } from '../../../src/islands/auth/AccountIsland.tsx'
import '../../../src/scripts/page.ts'
import { mountIsland } from './mount-island.ts'

mountIsland(<AccountIsland canRevoke />)
