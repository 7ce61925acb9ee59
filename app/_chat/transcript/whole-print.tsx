'use client'

import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { useWholePrint, type WholePrintParts } from './use-whole-print.ts'

/** Prints all of a conversation; says so while it is made ready. */
export function WholePrint(parts: WholePrintParts) {
  const { preparing, cancel } = useWholePrint(parts)
  return preparing === null ? null : <PrintNotice share={preparing} onCancel={cancel} />
}

/** While all of a long conversation is made ready. */
function PrintNotice({ share, onCancel }: { share: number; onCancel: () => void }) {
  const { page, transcript: words } = useTexts()
  return (
    <div className="absolute inset-x-0 top-3 z-10 flex justify-center print:hidden">
      <p className="flex items-center gap-3 rounded-control border border-line-control bg-raised py-1 ps-4 pe-1 text-small shadow-float">
        <span role="status">{words.printing}</span>
        <span className="tabular-nums text-muted">{`${Math.floor(share * 100)} %`}</span>
        <Button onClick={onCancel}>{page.cancel}</Button>
      </p>
    </div>
  )
}
