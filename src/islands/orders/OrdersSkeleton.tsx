import { t } from '../../lib/i18n/translate.ts'
import { panelClasses } from '../../styles/classes.ts'
import { Placeholder } from '../ui/Placeholder.tsx'

export function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{t('Loading your orders...')}</span>
      {[1, 2].map((order) => (
        <div key={order} className={`${panelClasses} grid gap-5`}>
          <Placeholder className="h-7 w-1/2" />
          <Placeholder className="h-24" />
          <Placeholder className="h-5 w-3/4" />
        </div>
      ))}
    </div>
  )
}
