import { useEffect, useRef } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { Alert } from '../ui/Loading.tsx'
import type { Submission } from '../ui/use-form.ts'

interface Props {
  /** In English: the question and its buttons. */
  texts: { question: string; yes: string; pending: string; no: string }
  /** Translated. */
  consequence: string
  submission: Pick<Submission, 'isPending' | 'message'>
  onYes: () => void
  onNo: () => void
}

/** Asks before an action of a shopper that can't be undone. Takes the focus. */
export function Question({ texts, consequence, submission, onYes, onNo }: Props) {
  const text = useRef<HTMLParagraphElement>(null)
  const { isPending, message } = submission

  useEffect(() => text.current?.focus(), [])

  return (
    <div className="grid gap-3 rounded border border-line p-4">
      <p ref={text} tabIndex={-1} className="focus:outline-none">
        <strong>{t(texts.question)}</strong> {consequence}
      </p>
      {message && <Alert>{message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={isPending || undefined}
          onClick={onYes}
          className={buttonClasses.primary}
        >
          {t(isPending ? texts.pending : texts.yes)}
        </button>
        <button type="button" onClick={onNo} className={buttonClasses.quiet}>
          {t(texts.no)}
        </button>
      </div>
    </div>
  )
}
