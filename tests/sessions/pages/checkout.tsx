import { CheckoutIsland } from '../../../src/islands/checkout/CheckoutIsland.tsx'
import '../../../src/scripts/page.ts'
import './island-props.ts'
import { mountIsland } from './mount-island.ts'

mountIsland(<CheckoutIsland capabilities={islandProps.capabilities} />)
