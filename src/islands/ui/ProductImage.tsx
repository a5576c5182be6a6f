import { useState } from 'react'

interface Props {
  src: string
  /** Empty when the name is beside the picture. */
  alt?: string
  className: string
}

/** A product's picture, or an icon when it is missing or fails to load. docs/requirements.md#27-product-card */
export function ProductImage({ src, alt = '', className }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const box = `${className} shrink-0 overflow-hidden rounded bg-backdrop object-contain`
  if (src && src !== failedSrc) {
    return (
      <img
        src={src}
        alt={alt}
        width={96}
        height={128}
        loading="lazy"
        decoding="async"
        onError={() => setFailedSrc(src)}
        className={box}
      />
    )
  }
  return (
    <span className={`${box} grid place-items-center text-muted`} data-image-fallback>
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
