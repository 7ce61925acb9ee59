'use client'

import type { UsageGroup } from '#lib/usage/usage.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { useModelNames } from '../prices/use-model-names.ts'
import type { UsageRow } from './use-usage.ts'

type Named = Pick<UsageRow, 'key' | 'title' | 'session_id'>

/** What people call what a row is the sum of. */
export function useNames() {
  const words = useAdminTexts().usage
  const { failures, transcript } = useTexts()
  // A newer server may have others.
  const modes: Readonly<Record<string, string | undefined>> = transcript.routing
  const errors: Readonly<Record<string, { title: string } | undefined>> = failures.advice
  const { labelOf, providerLabel } = useModelNames()
  return {
    nameOf(group: UsageGroup, { key, title, session_id }: Named): string {
      if (key === null) return words.nothing_such[group]
      if (group === 'model') return labelOf(key)
      if (group === 'provider') return providerLabel(key)
      if (group === 'error_class') return errors[key]?.title ?? key
      if (group === 'routing_mode') return modes[key] ?? key
      if (group !== 'session' && group !== 'turn') return title ?? key
      return session_id ? (title ?? words.untitled) : words.deleted_chat
    },
    /** Whose mark stands before the name. */
    handOf(group: UsageGroup, key: string | null): string | null {
      if (key === null) return null
      return group === 'provider' ? key : group === 'model' ? providerOf(key) : null
    },
  }
}
