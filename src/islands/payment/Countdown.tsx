import { useEffect, useEffectEvent, useState } from 'react'

import { fill, t } from '../../lib/i18n/translate.ts'
import { countdownMessages } from '../../lib/payment/messages.ts'

const SECOND_MS = 1000

interface Props {
  until: string
  /** A QR code is on screen. */
  hasCode: boolean
  onExpired: () => void
}

/**
 * The time left until `until`. Shows nothing when that time is past at first: the clock of the device may be wrong.
 */
export function Countdown({ until, hasCode, onExpired }: Props) {
  const messages = countdownMessages[hasCode ? 'code' : 'app']
  const [left, setLeft] = useState(() => secondsUntil(until))
  const [isCounted] = useState(left > 0)
  const expire = useEffectEvent(onExpired)

  useEffect(() => {
    if (!isCounted) return
    const timer = setInterval(() => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      expire()
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [until, isCounted])

  if (!isCounted) return null
  if (left <= 0) return <p role="alert">{t(messages.expired)}</p>
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <p role="timer" className="text-sm text-muted tabular-nums">
      {fill(t(messages.left), { time })}
    </p>
  )
}

function secondsUntil(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / SECOND_MS))
}
