import { CartIsland } from '../../../src/islands/cart/CartIsland.tsx'
import '../../../src/scripts/cards.ts'
import '../../../src/scripts/page.ts'
import './island-props.ts'
import { mountIsland } from './mount-island.ts'

mountIsland(<CartIsland capabilities={islandProps.capabilities} />)
