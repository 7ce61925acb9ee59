'use client'

import { useRef } from 'react'
import type { PriceVersion } from '#lib/api/price.ts'
import { keptDraft } from '../kept-draft.ts'
import type { DraftChanges, PriceDraft } from './draft.ts'
import type { FeeChanges } from './draft-fees.ts'

const STEPS_BACK = 100

/** What stands in its rows is looked at before it is published, as whatever is typed is. */
const { useKept, keep } = keptDraft('metis:price-draft', (value): PriceDraft | null => {
  const said = value as Partial<PriceDraft> | null
  const isDraft =
    typeof said?.from?.pricing_version === 'string' &&
    typeof said.from.created_at === 'string' &&
    (said.based_on === null || typeof said.based_on === 'string') &&
    isRows(said.changes) &&
    (said.fees === undefined || isTexts(said.fees))
  return isDraft ? (said as PriceDraft) : null
})

function isRows(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((row) => row === null || isObject(row))
}

function isTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The draft of this browser, if it is one of a version that is here. */
export function useDraft(versions: readonly PriceVersion[]) {
  const { draft: kept, isKept } = useKept()
  const before = useRef<Pick<PriceDraft, 'changes' | 'fees'>[]>([])
  const isHere = versions.some(
    ({ pricing_version, created_at }) =>
      pricing_version === kept?.from.pricing_version && created_at === kept.from.created_at,
  )
  const draft = isHere ? kept : null

  function put(said: Partial<Pick<PriceDraft, 'changes' | 'fees'>>) {
    if (!draft) return
    before.current = [...before.current.slice(1 - STEPS_BACK), { changes: draft.changes, fees: draft.fees }]
    keep({ ...draft, ...said })
  }

  return {
    draft,
    isKept,
    begin({ pricing_version, created_at }: PriceVersion, changes: DraftChanges = {}, fees: FeeChanges = {}) {
      before.current = []
      keep({ from: { pricing_version, created_at }, based_on: lastPublished(versions), changes, fees })
    },
    change(changes: DraftChanges) {
      if (draft && changes !== draft.changes) put({ changes })
    },
    changeFees(fees: FeeChanges) {
      put({ fees })
    },
    /** Takes back the last change; false where there is none. */
    undo(): boolean {
      const said = before.current.pop()
      if (draft && said) keep({ ...draft, ...said })
      return said !== undefined
    },
    discard() {
      before.current = []
      keep(null)
    },
  }
}

export type DraftActions = Omit<ReturnType<typeof useDraft>, 'draft' | 'isKept'>

function lastPublished(versions: readonly PriceVersion[]): string | null {
  const published = versions.filter(({ origin }) => origin === 'published')
  return published.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).at(-1)?.pricing_version ?? null
}
