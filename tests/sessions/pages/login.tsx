import { LoginForm } from '../../../src/islands/auth/LoginForm.tsx'
import '../../../src/scripts/page.ts'
import './island-props.ts'
import { mountIsland } from './mount-island.ts'

mountIsland(<LoginForm from={islandProps.from} />)
