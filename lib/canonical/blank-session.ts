import type { Session } from './session.ts'

/** One that has nothing in it, and has spent nothing. */
export function blankSession({ id, owner_id, now }: { id: string; owner_id: string; now: string }): Session {
  return {
    id,
    owner_id,
    title: null,
    active_model: null,
    system_prompt: null,
    settings: {},
    title_origin: null,
    pinned: false,
    archived: false,
    folder: null,
    tags: [],
    temporary: false,
    turn: null,
    state: 'idle',
    cost_usd: '0',
    unpriced_calls: 0,
    created_at: now,
    updated_at: now,
  }
}
