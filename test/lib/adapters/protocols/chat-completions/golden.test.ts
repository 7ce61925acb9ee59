import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wireOf } from '#lib/adapters/registry.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import { cassettes, goldenPath, goldenText, play } from '#test/support/cassette.ts'

const chatProtocol = (name: string) => wireOf({ type: 'openai', name }).protocol

describe('cassettes of Chat Completions', () => {
  for (const cassette of cassettes('openai.chat')) {
    test(`${cassette.name} gives its golden result, byte for byte`, async () => {
      const path = goldenPath(cassette)
      expect(existsSync(path), 'write golden files with `vitest -u`, and read them before the commit').toBe(true)
      await expect(goldenText(play(chatProtocol(cassette.provider), cassette))).toMatchFileSnapshot(path)
    })

    test(`${cassette.name} is labelled with where it comes from`, () => {
      expect(['recorded', 'synthetic']).toContain(cassette.label)
      if (cassette.label === 'synthetic') expect(cassette.document).toMatch(/^https:/)
    })
  }

  test('the events of a stream fold into its final content, but for calls that a host interleaves', () => {
    const streams = cassettes('openai.chat').filter((each) => each.streaming && each.response.status === 200)
    for (const cassette of streams) {
      if (cassette.name === 'interleaved-calls') continue
      const { events, answer } = play(chatProtocol(cassette.provider), cassette)
      expect(draftContent(events.reduce(fold, EMPTY_DRAFT))).toEqual(answer?.final_content)
    }
  })
})
