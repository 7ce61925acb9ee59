import type { ShareContent, ShareInclude } from '#lib/canonical/share-content.ts'
import { SHARED_AT_FIRST } from '#lib/canonical/shared-at-first.ts'
import type { BlockPlace } from '../_content/block-frame.tsx'

/** What somebody has chosen of a chat. */
export interface ShareChoice {
  include: ShareInclude
  /** The first and the last message; undefined: from the beginning, to the end. */
  from: string | undefined
  to: string | undefined
  hidden: readonly BlockPlace[]
  /** Ids of findings that are no secret. Whatever else is found is masked. */
  shown: readonly string[]
}

/** To begin with: what was chosen before, where something was. What is found is looked at anew. */
export function choiceOf(content: ShareContent | null): ShareChoice {
  const { include = SHARED_AT_FIRST, from, to, hidden = [] } = content ?? {}
  return { include, from, to, hidden, shown: [] }
}

/** What somebody has chosen of the link. */
export interface LinkChoice {
  audience: 'link' | 'people'
  people: readonly string[]
  /** Days from now; null: it does not end. */
  days: number | null
  maxViews: number | null
  password: string
  showsTitle: boolean
}

export const LINK_AT_FIRST: LinkChoice = {
  audience: 'link',
  people: [],
  days: 30,
  maxViews: null,
  password: '',
  showsTitle: false,
}

export const LIFETIMES = [1, 7, 30, 90, 365, null] as const

export function isSamePlace(a: BlockPlace, b: BlockPlace): boolean {
  return a.message_id === b.message_id && a.block === b.block
}

export function withToggled(hidden: readonly BlockPlace[], place: BlockPlace): readonly BlockPlace[] {
  const without = hidden.filter((each) => !isSamePlace(each, place))
  return without.length < hidden.length ? without : [...hidden, place]
}

const DAY_MS = 24 * 60 * 60 * 1_000

export function endAfter(days: number | null, now: number): string | null {
  return days === null ? null : new Date(now + days * DAY_MS).toISOString()
}
