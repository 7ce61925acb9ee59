import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '#lib/adapters/protocols/anthropic/protocol.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import { cassettes, goldenPath, goldenText, play } from '#test/support/cassette.ts'

describe('cassettes of Anthropic Messages', () => {
  for (const cassette of cassettes('anthropic.messages')) {
    test(`${cassette.name} gives its golden result, byte for byte`, async () => {
      const path = goldenPath(cassette)
      expect(existsSync(path), 'write golden files with `vitest -u`, and read them before the commit').toBe(true)
      await expect(goldenText(play(anthropicMessages, cassette))).toMatchFileSnapshot(path)
    })

    test(`${cassette.name} is labelled with where it comes from`, () => {
      expect(['recorded', 'synthetic']).toContain(cassette.label)
      if (cassette.label === 'synthetic') expect(cassette.document).toMatch(/^https:/)
    })
  }

  test('the events of a stream fold into its final content, but for silent blocks', () => {
    const streams = cassettes('anthropic.messages').filter((each) => each.streaming && each.response.status === 200)
    for (const cassette of streams) {
      const { events, answer } = play(anthropicMessages, cassette)
      const shown = answer?.final_content.filter((block) => block.type !== 'redacted_thinking')
      const folded = draftContent(events.reduce(fold, EMPTY_DRAFT))
      expect(folded.filter((block) => block !== undefined)).toEqual(shown)
    }
  })
})
