import { t } from '../../lib/i18n/translate.ts'

/** A persistent error message, announced at once. */
export function Alert({ children }: { children: string }) {
  return (
    <div role="alert" className="rounded border border-danger bg-raised px-4 py-3 text-sm text-danger">
      {t(children)}
    </div>
  )
}
