import type { Capability } from '@tanabana/contract/store-info.ts'

/** What the server gives the island of a page. */
export interface IslandProps {
  capabilities: Capability[]
  from: string | undefined
}

declare global {
  /** The props of the page that is being opened; document.ts hands them in. */
  var islandProps: IslandProps
}
