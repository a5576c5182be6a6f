import { Placeholder } from '../ui/Placeholder.tsx'

/** Placeholders for two lines and the summary. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12">
      <div className="divide-y divide-line border-y border-line lg:col-span-2">
        {[1, 2].map((line) => (
          <div key={line} className="flex gap-4 py-6 md:gap-6">
            <Placeholder className="h-32 w-24 shrink-0" />
            <div className="flex-1">
              <Placeholder className="h-6 w-2/3" />
              <Placeholder className="mt-3 h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
      <Placeholder className="h-48" />
    </div>
  )
}
