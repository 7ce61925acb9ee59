import { expect, test } from 'vitest'
import { removeSession, upsertSession } from '#app/_chat/sessions/session-list.ts'
import { SESSION } from '../frame-builder.ts'

const session = (id: string, minute: number, title = id) => ({
  id,
  title,
  active_model: null,
  state: 'idle' as const,
  updated_at: `2026-05-08T12:${String(minute).padStart(2, '0')}:00.000000Z`,
  cost_usd: '0',
  unpriced_calls: 0,
  pinned: false,
  archived: false,
  folder: null,
  tags: [],
  temporary: false,
  turn: null,
})
const pages = (...lists: ReturnType<typeof session>[][]) => ({
  pages: lists.map((sessions) => ({ sessions, next: null })),
  pageParams: lists.map(() => null),
})
const ids = (data: ReturnType<typeof upsertSession>) => data?.pages.map((page) => page.sessions.map(({ id }) => id))

test('a new session comes first', () => {
  expect(ids(upsertSession(pages([session('a', 2)], [session('b', 1)]), session('c', 3)))).toEqual([['c', 'a'], ['b']])
})

test('a session that has gone on moves to the front, from whatever page', () => {
  expect(ids(upsertSession(pages([session('a', 2)], [session('b', 1)]), session('b', 3)))).toEqual([['b', 'a'], []])
})

test('a change that is not newer stays in its place', () => {
  const data = upsertSession(pages([session('a', 2), session('b', 1)]), session('b', 1, 'renamed'))
  expect(ids(data)).toEqual([['a', 'b']])
  expect(data?.pages[0]?.sessions[1]?.title).toBe('renamed')
})

test('an old session that was not loaded takes its place by its time, not the first one', () => {
  const loaded = pages([session('a', 9), session('b', 7)], [session('c', 5)])
  expect(ids(upsertSession(loaded, session('old', 8)))).toEqual([['a', 'old', 'b'], ['c']])
  expect(ids(upsertSession(loaded, session('old', 1)))).toEqual([
    ['a', 'b'],
    ['c', 'old'],
  ])
})

test('one that is older than all that is loaded is left to the page that will bring it', () => {
  const loaded = { pages: [{ sessions: [session('a', 9)], next: 'more' }], pageParams: [null] }
  expect(upsertSession(loaded, session('old', 1))).toBe(loaded)
})

test('the last of those that are loaded stays when it has gone on a little', () => {
  const loaded = { pages: [{ sessions: [session('a', 9), session('b', 5)], next: 'more' }], pageParams: [null] }
  expect(ids(upsertSession(loaded, session('b', 6)))).toEqual([['a', 'b']])
})

test('only what the list shows is kept of a whole session', () => {
  const data = upsertSession(pages([]), SESSION)
  expect(Object.keys(data?.pages[0]?.sessions[0] ?? {})).not.toContain('system_prompt')
})

test('a list that was never loaded stays so', () => {
  expect(upsertSession(undefined, session('a', 1))).toBeUndefined()
  expect(removeSession(undefined, 'a')).toBeUndefined()
})

test('a deleted session is gone from every page', () => {
  expect(ids(removeSession(pages([session('a', 2)], [session('b', 1)]), 'b'))).toEqual([['a'], []])
})

test('a pinned chat comes before all others, and goes back to its time', () => {
  const loaded = pages([session('a', 9), session('b', 7)], [session('c', 5)])
  const pinned = upsertSession(loaded, { ...session('c', 5), pinned: true })
  expect(ids(pinned)).toEqual([['c', 'a', 'b'], []])
  expect(ids(upsertSession(pinned, session('d', 10)))).toEqual([['c', 'd', 'a', 'b'], []])
  expect(ids(upsertSession(pinned, session('c', 5)))).toEqual([['a', 'b'], ['c']])
})

test.each([
  ['the archive', { archived: true, folder: null, tag: null }, { archived: true }],
  ['a folder', { archived: false, folder: 'Work', tag: null }, { folder: 'Work' }],
  ['a tag', { archived: false, folder: null, tag: 'x' }, { tags: ['y', 'x'] }],
])('a list of %s has what belongs there, and nothing else', (_, part, place) => {
  const loaded = pages([session('a', 9)])
  expect(ids(upsertSession(loaded, { ...session('b', 8), ...place }, part))).toEqual([['a', 'b']])
  expect(ids(upsertSession(loaded, session('b', 8), part))).toEqual([['a']])
  expect(ids(upsertSession(loaded, session('a', 9), part))).toEqual([[]])
})

test('a temporary chat is in no list', () => {
  expect(ids(upsertSession(pages([session('a', 9)]), { ...session('b', 10), temporary: true }))).toEqual([['a']])
})
