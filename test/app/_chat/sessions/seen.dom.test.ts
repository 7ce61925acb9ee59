import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markSeen, readSeen, subscribeSeen, unseenOf } from '#app/_chat/sessions/seen.ts'
import { noteServerTime, serverNow } from '#app/_client/server-clock.ts'

const chat = (id: string, ended_at: string | null, state: 'completed' | 'failed' | 'cancelled' = 'completed') => ({
  id,
  turn: { state, ended_at },
})
const at = (minute: number) => `2099-05-08T12:${String(minute).padStart(2, '0')}:00.000000Z`

/** As if another tab had written it. */
function store(value: string | null) {
  if (value === null) localStorage.removeItem('seen')
  else localStorage.setItem('seen', value)
  const end = subscribeSeen(() => {})
  dispatchEvent(new StorageEvent('storage', { key: 'seen' }))
  end()
}

beforeEach(() => store(null))

test('what ended before the first visit is seen, what ends later is not, until somebody looks', () => {
  expect(unseenOf(chat('a', '2020-01-01T00:00:00.000000Z'), readSeen())).toBeNull()
  expect(unseenOf(chat('a', at(1)), readSeen())).toBe('unread')
  expect(unseenOf(chat('a', at(1), 'failed'), readSeen())).toBe('failed')
  expect(unseenOf(chat('a', at(1), 'cancelled'), readSeen())).toBeNull()
  expect(unseenOf({ id: 'a', turn: null }, readSeen())).toBeNull()
  markSeen('a', at(1))
  expect(unseenOf(chat('a', at(1)), readSeen())).toBeNull()
  expect(unseenOf(chat('a', at(2)), readSeen())).toBe('unread')
  expect(unseenOf(chat('b', at(1)), readSeen())).toBe('unread')
})

test('is told to whoever listens, and what was seen earlier takes nothing back', () => {
  let told = 0
  const end = subscribeSeen(() => {
    told += 1
  })
  markSeen('a', at(5))
  markSeen('a', at(4))
  end()
  expect(told).toBe(1)
  expect(unseenOf(chat('a', at(5)), readSeen())).toBeNull()
})

test('holds no more than 500 chats; the oldest of them stay seen', () => {
  for (let n = 0; n < 510; n += 1) markSeen(`c${n}`, `2099-05-08T12:00:00.${String(n).padStart(6, '0')}Z`)
  const { since, chats } = readSeen()
  expect(Object.keys(chats)).toHaveLength(500)
  expect(since).toBe('2099-05-08T12:00:00.000009Z')
  expect(unseenOf(chat('c3', '2099-05-08T12:00:00.000003Z'), readSeen())).toBeNull()
})

test.each(['{', '[]', '{"since":1}', 'null'])('a storage that holds %j begins anew', (text) => {
  store(text)
  expect(readSeen()).toEqual({ since: expect.stringMatching(/^20/), chats: {} })
})

test.each([
  ['ahead', '2026-11-30T12:00:00Z'],
  ['behind', '2026-11-28T12:00:00Z'],
])('a clock that is a day %s neither hides what is new nor shows what was seen', (_, wrong) => {
  vi.useFakeTimers({ now: new Date(wrong) })
  onTestFinished(() => {
    vi.useRealTimers()
    store(null)
  })
  noteServerTime('Sun, 29 Nov 2026 12:00:00 GMT')
  store(null)
  expect(unseenOf(chat('a', '2026-11-29T12:00:01.000000Z'), readSeen())).toBe('unread')
  expect(unseenOf(chat('a', '2026-11-29T11:59:59.000000Z'), readSeen())).toBeNull()
})

test('a clock that is right is taken as it is, and one that was set right as well', () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:05Z') })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  noteServerTime('Sun, 29 Nov 2026 12:00:00 GMT')
  expect(serverNow()).toBe(Date.parse('2026-11-29T12:00:05Z'))
  noteServerTime(null)
  expect(serverNow()).toBe(Date.parse('2026-11-29T12:00:05Z'))
})
