import { assertNever } from '../assert-never.ts'
import type { ImportChoices, ImportItem } from '../store/import-store.ts'

/** Whether an item is to be created, as its person chose. */
export function isDue(
  { kind, verdict }: Pick<ImportItem, 'kind' | 'verdict'>,
  { conflicts, settings }: ImportChoices,
): boolean {
  if (kind === 'settings') return settings
  switch (verdict) {
    case 'new':
    case 'taken':
      return true
    case 'conflict':
      return conflicts === 'copy'
    case 'here':
    case 'bad':
      return false
    default:
      return assertNever(verdict)
  }
}
