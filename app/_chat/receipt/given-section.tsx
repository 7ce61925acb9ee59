'use client'

import { type LateTexts, type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { effortLabel } from '../composer/effort-label.ts'
import { Facts, ReceiptSection } from './receipt-section.tsx'
import type { Receipt } from './use-receipt.ts'

/** What the answer was given beside the conversation, as it was then. */
export function GivenSection({ receipt: { settings, unknown } }: { receipt: Receipt }) {
  const words = useLateTexts().receipts
  const texts = useTexts()
  if (settings === null || unknown !== null) return null
  const { system_prompt } = settings
  return (
    <ReceiptSection title={words.given}>
      <Facts facts={givenFacts(settings, words, texts)} />
      <p className="text-muted">
        {words.prompt}
        {system_prompt === null && `: ${words.no_prompt}`}
      </p>
      {system_prompt !== null && (
        <p
          className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words border-line border-s-2 ps-3 font-serif"
          dir="auto"
        >
          {system_prompt}
        </p>
      )}
    </ReceiptSection>
  )
}

/** The same names in the same order for each. */
export function givenFacts(
  settings: Receipt['settings'],
  words: LateTexts['receipts'],
  texts: Texts,
): { name: string; value: string }[] {
  const { sent = null, tools = null } = settings ?? {}
  const { format } = texts
  return [
    { name: words.effort, value: sent ? effortLabel(texts, sent.reasoning_effort) : words.unknown },
    {
      name: words.temperature,
      value: sent ? (sent.temperature === null ? words.left_to_model : format.typed(sent.temperature)) : words.unknown,
    },
    { name: words.answer_length, value: sent ? words.tokens_at_most(sent.max_output_tokens) : words.unknown },
    { name: words.tools, value: tools ? tools.join(', ') || words.no_tools : words.unknown },
  ]
}
