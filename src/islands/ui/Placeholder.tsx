/** A grey bar where a text will stand, of the size that `className` gives. Nothing to read: the region is busy. */
export function Placeholder({ className }: { className: string }) {
  return <span aria-hidden="true" className={`${className} block animate-pulse rounded bg-sunken`} />
}
