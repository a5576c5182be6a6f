import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

export function mountIsland(island: ReactNode): void {
  const place = document.getElementById('island')
  if (place) createRoot(place).render(island)
}
