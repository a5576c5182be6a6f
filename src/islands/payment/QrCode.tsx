import type { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'

import { QR_SIZE_PX } from '@tanabana/contract/constants.ts'
import { t } from '../../lib/i18n/translate.ts'
import { payingMessages } from '../../lib/payment/messages.ts'
import type { WaitingStep } from '../../lib/payment/payment-step.ts'
import { Alert } from '../ui/Loading.tsx'

/**
 * A QR code of 256 px with error correction M and quiet zone 4. docs/requirements.md#97-layout
 * docs/requirements.md#131-upi
 */
export function QrCode({ step }: { step: Exclude<WaitingStep, { kind: 'app' }> }) {
  return step.kind === 'qr' ? <DrawnCode text={step.text} /> : <ReceivedCode source={step.source} />
}

function ReceivedCode({ source }: { source: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Alert>{payingMessages.processFailed}</Alert>
  return (
    <img
      src={source}
      alt={t('QR code for this payment')}
      width={QR_SIZE_PX}
      height={QR_SIZE_PX}
      onError={() => setBroken(true)}
      className="rounded border border-line bg-paper"
    />
  )
}

/** Draws a code. The library loads with the first one; a placeholder keeps its space. */
function DrawnCode({ text }: { text: string }) {
  const [Code, setCode] = useState<typeof QRCodeSVG | 'failed'>()

  useEffect(() => {
    let isGone = false
    void loadCode().then((loaded) => {
      if (!isGone) setCode(() => loaded ?? 'failed')
    })
    return () => {
      isGone = true
    }
  }, [])

  if (Code === 'failed') return <Alert>{payingMessages.processFailed}</Alert>
  if (!Code) return <span aria-busy="true" className="size-64 rounded border border-line bg-raised" />
  return (
    <Code
      value={text}
      size={QR_SIZE_PX}
      level="M"
      marginSize={4}
      title={t('QR code for this payment')}
      role="img"
      className="rounded border border-line"
    />
  )
}

async function loadCode(): Promise<typeof QRCodeSVG | undefined> {
  try {
    return (await import('qrcode.react')).QRCodeSVG
  } catch {
    return undefined
  }
}
