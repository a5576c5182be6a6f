/** A grey bar in place of a text, sized by `className`. Not announced: the region is busy. */
export function Placeholder({ className }: { className: string }) {
  return <span aria-hidden="true" className={`${className} block animate-pulse rounded bg-sunken`} />
}
