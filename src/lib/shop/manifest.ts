import type { AddressOfShape } from '../catalogue/pictures.ts'
import { readTheme } from '@tanabana/contract/store-info.ts'
import type { Language, StoreInfo } from '@tanabana/contract/store-info.ts'
import { PLAIN_SURFACE } from './theme.ts'

const SHORT_NAME_MAX_LENGTH = 12
const SIZES = [192, 512] as const

/**
 * Creates a shop's web app manifest: name, colours, and icons of its logo, plain and maskable. Without a bitmap logo it
 * uses the platform's icon.
 */
export function webManifest(
  name: string,
  store: StoreInfo | undefined,
  logoUrl: string,
  inShape: AddressOfShape | undefined,
  language: Language,
): object {
  const surface = (readTheme(store?.theme)?.surface ?? PLAIN_SURFACE).toLowerCase()
  const icons = SIZES.flatMap((size) =>
    (
      [
        [`icon-${size}`, 'any'],
        [`mask-${size}-${surface.slice(1)}`, 'maskable'],
      ] as const
    ).flatMap(([shape, purpose]) => {
      const src = inShape?.(logoUrl, shape)
      return src ? [{ src, sizes: `${size}x${size}`, type: 'image/png', purpose }] : []
    }),
  )
  return {
    id: '/',
    name,
    short_name: name.length > SHORT_NAME_MAX_LENGTH ? (name.split(/\s/)[0] ?? name) : name,
    description: store?.description,
    lang: `${language}-IN`,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: surface,
    theme_color: surface,
    icons: icons.length > 0 ? icons : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
}
