import { useEffect, useState } from 'react'

import { smallPicture } from '../../lib/catalogue/small-picture.ts'

/** A storefront repeats a failed fetch of a picture after 10 s. */
const RETRY_MS = 11_000

interface Props {
  src: string
  /** Empty when the name is beside the picture. */
  alt?: string
  className: string
}

/**
 * A product's picture at 160 px, or an icon when it is missing or fails to load; behind the icon it is tried again once.
 * docs/requirements.md#27-product-card
 */
export function ProductImage({ src, alt = '', className }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  useEffect(() => {
    if (failedSrc === undefined) return undefined
    const timer = setTimeout(() => {
      const image = new Image()
      image.onload = () => setFailedSrc(undefined)
      image.src = failedSrc
    }, RETRY_MS)
    return () => clearTimeout(timer)
  }, [failedSrc])
  const shownSrc = src && smallPicture(src)
  const box = `${className} shrink-0 overflow-hidden rounded`
  if (shownSrc && shownSrc !== failedSrc) {
    return (
      <img
        src={shownSrc}
        alt={alt}
        width={96}
        height={128}
        loading="lazy"
        decoding="async"
        onError={() => setFailedSrc(shownSrc)}
        className={`${box} bg-[var(--picture-backdrop)] object-contain [filter:var(--picture-light)]`}
      />
    )
  }
  return (
    <span className={`${box} grid place-items-center bg-backdrop text-muted`} data-image-fallback>
      <svg
        viewBox="0 0 24 24"
        width="28"
        height="28"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        aria-hidden={alt ? undefined : true}
      >
        <path d="M8 4 3 7l1.6 4L7 10v10h10V10l2.4 1L21 7l-5-3a4 4 0 0 1-8 0Z" />
      </svg>
    </span>
  )
}
