'use client'

import { useState } from 'react'
import { Said } from '../../_content/said.tsx'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { ReadParts } from './read-parts.tsx'
import { ReceiptSection } from './receipt-section.tsx'
import type { Receipt } from './use-receipt.ts'

type Passage = Receipt['projections'][number]

const SHOWN_AT_FIRST = 12

/** What of the chat did not go out as it is stored, with its words. */
export function SawSection({ receipt: { parts, projections, settings, unknown } }: { receipt: Receipt }) {
  const words = useLateTexts().receipts
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  if (unknown !== null) return null
  const estimate = settings?.estimated_input_tokens ?? null
  const rest = projections.length - shown
  return (
    <ReceiptSection title={words.saw}>
      {projections.length === 0 && <p>{words.saw_all}</p>}
      {parts && parts.length > 0 && <ReadParts parts={parts} />}
      <ul className="space-y-2.5">
        {projections.slice(0, shown).map((passage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record has no name of its own, and its place never changes
          <PassageView key={index} passage={passage} />
        ))}
      </ul>
      {rest > 0 && <Button onClick={() => setShown(projections.length)}>{words.more(rest)}</Button>}
      {estimate !== null && <p className="text-caption text-muted">{words.saw_estimate(estimate)}</p>}
    </ReceiptSection>
  )
}

function PassageView({ passage }: { passage: Passage }) {
  const words = useLateTexts().receipts
  const { action, block_type, reason, excerpt } = passage
  return (
    <li className="border-line border-s-2 ps-3">
      <p>
        <span className="font-semibold">{words.actions[action] ?? action}</span>{' '}
        <code className="text-caption">{block_type}</code>
        <span className="text-muted">{` · ${placeOf(words, passage)}`}</span>
      </p>
      <p className="text-muted" dir="auto">
        <Said sentence={reason} />
      </p>
      {excerpt !== null && (
        <p className="line-clamp-2 font-serif text-ink-soft" dir="auto">
          {excerpt}
        </p>
      )}
    </li>
  )
}

function placeOf(words: LateTexts['receipts'], { message_id, role }: Passage): string {
  if (message_id === '') return words.of_request
  return role === null ? words.of_gone : (words.roles[role] ?? role)
}
