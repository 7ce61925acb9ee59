import { describe, expect, it } from 'vitest'
import type { Segment } from '#lib/demo/prompt.ts'
import { PromptCache } from '#lib/demo/prompt-cache.ts'
import { RecentSet } from '#lib/demo/recent-set.ts'

const segment = (key: string, cached: Segment['cached'] = null): Segment => ({ key, tokens: 10, cached })

describe('the prompt cache', () => {
  it('leaves unmarked prompts alone', () => {
    const cache = new PromptCache()
    const plain = { input: 20, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 }
    expect(cache.charge('m', [segment('a'), segment('b')])).toEqual(plain)
    expect(cache.charge('m', [segment('a'), segment('b')])).toEqual(plain)
  })

  it('writes up to the last mark, each stretch for as long as its mark says', () => {
    const cache = new PromptCache()
    const prompt = [segment('a'), segment('b', '1h'), segment('c', '5m'), segment('d')]
    expect(cache.charge('m', prompt)).toEqual({ input: 10, cacheRead: 0, cacheWrite5m: 10, cacheWrite1h: 20 })
    expect(cache.charge('m', prompt)).toEqual({ input: 10, cacheRead: 30, cacheWrite5m: 0, cacheWrite1h: 0 })
  })

  it('reads nothing after a change, nor for another model', () => {
    const cache = new PromptCache()
    cache.charge('m', [segment('a', '5m'), segment('b', '5m')])
    expect(cache.charge('m', [segment('a', '5m'), segment('x', '5m')])).toMatchObject({
      cacheRead: 10,
      cacheWrite5m: 10,
    })
    expect(cache.charge('m', [segment('x', '5m'), segment('b', '5m')])).toMatchObject({
      cacheRead: 0,
      cacheWrite5m: 20,
    })
    expect(cache.charge('n', [segment('a', '5m')])).toMatchObject({ cacheRead: 0, cacheWrite5m: 10 })
  })

  it('forgets the oldest when it is full', () => {
    const recent = new RecentSet(2)
    for (const entry of ['a', 'b', 'a', 'c']) recent.add(entry)
    expect(['a', 'b', 'c'].map((entry) => recent.has(entry))).toEqual([true, false, true])
    expect(recent.delete('a')).toBe(true)
    expect(recent.delete('a')).toBe(false)
  })
})
