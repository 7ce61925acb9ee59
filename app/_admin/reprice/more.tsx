'use client'

import { isNegative, withoutSign } from '../../_content/dollars.ts'
import { useFigures } from '../usage/figures.tsx'

/** `+$0.17` or `−$0.33`, to its last digit on demand; a point where nothing is different, or nothing is known. */
export function More({ usd }: { usd: string | null }) {
  const { amount } = useFigures()
  if (usd === null || Number(usd) === 0) return '·'
  const signed = (exactly: boolean) => `${isNegative(usd) ? '−' : '+'}${amount(withoutSign(usd), exactly)}`
  return <span title={signed(true)}>{signed(false)}</span>
}
