'use client'

import type { RoutingRulesOf, SavedRules } from '../../_client/use-routing.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { TextDiff } from './text-diff.tsx'
import { useAuthorName } from './use-author-name.ts'

/** What somebody else saved since a draft was begun, and the two ways on. */
export function RuleConflict({
  current,
  saved,
  text,
  onKeep,
  onTake,
}: {
  current: RoutingRulesOf
  saved: SavedRules | undefined
  text: string
  onKeep: (version: number) => void
  onTake: () => void
}) {
  const words = useAdminTexts().routing
  const nameOf = useAuthorName()
  const { version, rules } = current
  return (
    <div role="alert" className="mt-4 rounded-control border border-warn-line bg-warn-soft p-4">
      <p className="font-semibold">{words.conflict(version, nameOf(saved?.author ?? ''))}</p>
      {saved?.note && (
        <p dir="auto" className="mt-1">
          {saved.note}
        </p>
      )}
      <p className="mt-2 mb-2 text-small">{words.conflict_about}</p>
      <TextDiff label={words.conflict_about} before={rules} after={text} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onKeep(version)} className="pointer-coarse:min-h-11">
          {words.keep_mine}
        </Button>
        <Button onClick={onTake} className="pointer-coarse:min-h-11">
          {words.take_theirs}
        </Button>
      </div>
    </div>
  )
}
