import { t } from '../../lib/i18n/translate.ts'
import { buttonClasses } from '../../styles/classes.ts'

/** What the page of a link shows for one that leads to nothing. */
export function WrongLink({ title, body }: { title: string; body: string }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 border-y border-line py-16 text-center">
      <h2 className="text-2xl">{t(title)}</h2>
      <p className="text-muted">{t(body)}</p>
      <a href="/track-order" className={buttonClasses.primary}>
        {t('Track Order')}
      </a>
    </div>
  )
}
