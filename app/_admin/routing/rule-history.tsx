'use client'

import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { type RoutingRulesOf, type SavedRules, useRulesOfVersion, useSavingRules } from '../../_client/use-routing.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Tag } from '../tag.tsx'
import { TextDiff } from './text-diff.tsx'
import { useAuthorName } from './use-author-name.ts'

/** All that was ever saved: who, when, why, and what it changed. */
export function RuleHistory({
  current,
  history,
  onMore,
  onSaid,
}: {
  current: RoutingRulesOf
  history: RoutingRulesOf['history']
  onMore: (() => void) | null
  onSaid: (words: string) => void
}) {
  const words = useAdminTexts().routing
  if (history.length === 0) return null
  return (
    <section aria-labelledby="rule-history" className="mt-10 max-w-[60rem]">
      <h2 id="rule-history" className="mb-2 font-semibold font-serif text-h2">
        {words.history}
      </h2>
      <ol className="divide-y divide-line border-line border-y">
        {history.map((saved) => (
          <Version key={saved.version} saved={saved} current={current} onSaid={onSaid} />
        ))}
      </ol>
      {onMore && (
        <Button onClick={onMore} className="mt-3 pointer-coarse:min-h-11">
          {words.more}
        </Button>
      )}
    </section>
  )
}

function Version({
  saved: { version, author, created_at, note },
  current,
  onSaid,
}: {
  saved: SavedRules
  current: RoutingRulesOf
  onSaid: (words: string) => void
}) {
  const texts = useTexts()
  const words = useAdminTexts().routing
  const nameOf = useAuthorName()
  const [isOpen, setOpen] = useState(false)
  const isCurrent = version === current.version
  return (
    <li aria-label={words.version(version)} className="py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{words.version(version)}</span>
        {isCurrent && <Tag tone="accent">{words.holds_now}</Tag>}
        <span className="text-muted text-small">
          {words.by(nameOf(author), texts.format.moment(new Date(created_at)))}
        </span>
      </p>
      <p dir="auto" className={note === '' ? 'text-muted' : '[overflow-wrap:anywhere]'}>
        {note || words.no_note}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="mt-1 text-small underline underline-offset-3 pointer-coarse:min-h-11"
      >
        {words.changed_in(version)}
      </button>
      {isOpen && <Change version={version} isCurrent={isCurrent} basedOn={current.version} onSaid={onSaid} />}
    </li>
  )
}

function Change({
  version,
  isCurrent,
  basedOn,
  onSaid,
}: {
  version: number
  isCurrent: boolean
  basedOn: number
  onSaid: (words: string) => void
}) {
  const texts = useTexts()
  const words = useAdminTexts().routing
  const after = useRulesOfVersion(version)
  const before = useRulesOfVersion(version > 1 ? version - 1 : null)
  const save = useSavingRules()
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const text = after.data
  const earlier = version > 1 ? before.data : ''
  if (after.isError || before.isError) return <p className="mt-2">{words.not_loaded}</p>
  if (text === undefined || earlier === undefined) return null

  async function revert(rules: string) {
    setSaving(true)
    setRefusal(null)
    try {
      const saved = await save({ text: rules, note: words.reverted_note(version), based_on: basedOn })
      onSaid(words.saved(saved.version))
    } catch (error) {
      setRefusal(errorWords(texts, error))
    }
    setSaving(false)
  }

  return (
    <div className="mt-2 space-y-3">
      <TextDiff label={words.changed_in(version)} before={earlier} after={text} />
      {!isCurrent && (
        <Button disabled={isSaving} onClick={() => void revert(text)} className="pointer-coarse:min-h-11">
          {words.revert(version)}
        </Button>
      )}
      <p role="alert" className="text-danger text-small [overflow-wrap:anywhere] empty:hidden">
        {refusal}
      </p>
    </div>
  )
}
