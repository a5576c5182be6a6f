import { AccountIsland } from '../../../src/islands/AccountIsland.tsx'
import '../../../src/scripts/page.ts'
import { mountIsland } from './mount-island.ts'

mountIsland(<AccountIsland canRevoke />)
