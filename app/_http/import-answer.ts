import 'server-only'
import type { Import, ImportDetail } from '#lib/api/import.ts'
import type { Found } from '#lib/import/found.ts'
import type { ImportDetail as Detail, ImportView } from '#lib/import/imports.ts'
import { progressOf } from '#lib/import/progress.ts'
import type { ImportItem, ImportTally } from '#lib/store/import-store.ts'

/** An import as its person is told of it. */
export function importAnswer(view: ImportView): Import {
  const { id, state, source, file_name, byte_size, created_at, failure, tally } = view
  const found = view.found as Found | null
  const count = countIn(tally)
  const verdict = (one: ImportItem['verdict']) => count({ kind: 'chat', verdict: one })
  return {
    id,
    state,
    source: source as Import['source'],
    file_name,
    byte_size,
    created_at,
    progress: progressOf(view),
    chats: {
      new: verdict('new'),
      here: verdict('here'),
      conflict: verdict('conflict'),
      taken: verdict('taken'),
      bad: verdict('bad'),
    },
    presets: count({ kind: 'preset', verdict: 'new' }),
    has_settings: count({ kind: 'settings' }) > 0,
    created: {
      chats: count({ kind: 'chat', state: 'applied' }),
      presets: count({ kind: 'preset', state: 'applied' }),
      failed: count({ state: 'failed' }),
      kept: count({ state: 'kept' }),
    },
    holds: found && found.counts,
    losses: found?.losses ?? [],
    failure,
  }
}

export function importDetail(detail: Detail): ImportDetail {
  const { bad, conflicts, chats, changed } = detail
  return {
    ...importAnswer(detail),
    bad: bad.map(itemAnswer),
    conflicts: conflicts.map(itemAnswer),
    chats_listed: chats.map(itemAnswer),
    changed,
  }
}

function itemAnswer({ external_id, title, reason, state, target_id }: ImportItem) {
  return { external_id, title, reason, state, session_id: target_id }
}

function countIn(tally: readonly ImportTally[]) {
  return (which: Partial<ImportTally>): number =>
    tally
      .filter((each) => Object.entries(which).every(([key, value]) => each[key as keyof ImportTally] === value))
      .reduce((sum, { items }) => sum + items, 0)
}
