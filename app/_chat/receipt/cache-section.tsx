'use client'

import { type LateTexts, type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { type Fact, Facts, ReceiptSection } from './receipt-section.tsx'
import type { Receipt } from './use-receipt.ts'

type Cache = NonNullable<Receipt['cache']>

/** What the provider could have had in its cache, what it says that it read, and what broke the rest. */
export function CacheSection({ cache }: { cache: Receipt['cache'] }) {
  const texts = useTexts()
  const words = useLateTexts().receipts
  if (!cache) return null
  const { state, difference, is_exact, same } = cache
  return (
    <ReceiptSection title={words.cache}>
      <p>
        {state === 'first' && (cache.read_tokens ?? 0) > 0
          ? words.first_but_read
          : (words.cache_states[state] ?? state)}
      </p>
      {same && same.bytes > 0 && <Bar share={same.same_bytes / same.bytes} />}
      <Facts facts={factsOf(cache, words, texts)} />
      {difference && <FirstDifference difference={difference} />}
      {same && !is_exact && <p className="text-caption text-muted">{words.not_exact}</p>}
    </ReceiptSection>
  )
}

/** Said in words below it. */
function Bar({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="flex h-3 overflow-hidden rounded-mark bg-accent-solid">
      <span className="border-raised border-e-2 bg-accent-line" style={{ width: `${share * 100}%` }} />
    </div>
  )
}

function FirstDifference({
  difference: { what, names, before, now },
}: {
  difference: NonNullable<Cache['difference']>
}) {
  const words = useLateTexts().receipts
  const said = words.differences[what]?.(names.join(', ')) ?? what
  const excerpts = [
    { name: words.before, value: before },
    { name: words.now, value: now },
  ].filter(({ value }) => value !== null)
  return (
    <div className="space-y-1.5 border-line border-s-2 ps-3">
      <p>
        <span className="text-muted">{`${words.first_difference}: `}</span>
        <span className="font-semibold" dir="auto">
          {said}
        </span>
      </p>
      {excerpts.length > 0 && (
        <Facts facts={excerpts.map(({ name, value }) => ({ name, value: <span dir="auto">{value}</span> }))} />
      )}
    </div>
  )
}

function factsOf(
  { same, read_tokens, written_tokens, lost }: Cache,
  words: LateTexts['receipts'],
  texts: Texts,
): Fact[] {
  const { format } = texts
  const facts: Fact[] = []
  if (same) {
    const { bytes, same_bytes, same_tokens } = same
    const value = words.of_bytes(format.count(same_bytes), format.count(bytes), format.count(same_tokens))
    facts.push({ name: words.same, value })
  }
  if (read_tokens !== null) facts.push({ name: words.read, value: words.tokens(read_tokens) })
  if (written_tokens !== null) facts.push({ name: words.written, value: words.tokens(written_tokens) })
  if (lost && lost.tokens > 0) {
    const { tokens, usd } = lost
    const value = usd === null ? words.which_cost_unknown(tokens) : words.which_cost(tokens, format.amount(usd))
    facts.push({ name: words.read_anew, value })
  }
  return facts
}
