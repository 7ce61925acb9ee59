import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Protocol } from '#lib/adapters/protocol.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import { cassettes, goldenPath, goldenText, play } from './cassette.ts'

/** Each cassette of a format beside its golden file: its canonical result, byte for byte. */
export function goldenSuite(api: string, protocol: Protocol): void {
  describe(`cassettes of ${api}`, () => {
    test.each(cassettes(api).map((cassette) => [cassette.name, cassette] as const))('%s', async (_name, cassette) => {
      expect(['recorded', 'synthetic']).toContain(cassette.label)
      if (cassette.label === 'synthetic') expect(cassette.document).toMatch(/^https:/)
      const path = goldenPath(cassette)
      expect(existsSync(path), 'write golden files with `vitest -u`, and read them before the commit').toBe(true)
      const played = play(protocol, cassette)
      await expect(goldenText(played)).toMatchFileSnapshot(path)
      if (cassette.streaming && played.answer) {
        expect(draftContent(played.events.reduce(fold, EMPTY_DRAFT))).toEqual(played.answer.final_content)
      }
    })
  })
}
