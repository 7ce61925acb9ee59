import { describe, expect, test } from 'vitest'
import { saidAgain, wordsOf } from '#app/_chat/transcript/said-again.ts'
import { TurnContent } from '#lib/api/turn-content.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'

const HASH = `attachments/${'a'.repeat(64)}`
const picture: ContentBlock = {
  type: 'image',
  source: { kind: 'file_ref', data: HASH },
  media_type: 'image/png',
}
const file: ContentBlock = {
  type: 'document',
  source: { kind: 'file_ref', data: HASH },
  media_type: 'application/pdf',
  name: 'plan.pdf',
  title: null,
}
const words: ContentBlock = { type: 'text', text: 'What is this?' }
/** As a newer version may have stored it. */
const newer = <T extends ContentBlock>(block: T): T => ({ ...block, added_later: 1 })

describe('a question that is said again', () => {
  test('is what a request may hold, whatever else is stored with it', () => {
    const again = saidAgain([newer(picture), newer(file), newer(words)])
    expect(again).toEqual([picture, file, words])
    expect(TurnContent.parse(again)).toEqual(again)
  })

  test('in other words keeps its pictures and files, in front of them', () => {
    expect(saidAgain([words, picture, file], 'And this? \n')).toEqual([
      picture,
      file,
      { type: 'text', text: 'And this?' },
    ])
    expect(saidAgain([words, picture], ' ')).toEqual([picture])
    expect(saidAgain([words], '')).toEqual([])
  })

  test('is not offered where it holds what nobody can say', () => {
    expect(saidAgain([words, { type: 'thinking', text: 'x' }])).toBeNull()
    expect(saidAgain([{ type: 'of a newer version' } as unknown as ContentBlock])).toBeNull()
    expect(saidAgain([{ ...file, source: { kind: 'url', data: 'https://a.test/x.pdf' } }])).toBeNull()
  })
})

test('the words of a question are its texts', () => {
  expect(wordsOf([picture, words, { type: 'text', text: 'And this?' }])).toBe('What is this?\n\nAnd this?')
  expect(wordsOf([picture])).toBe('')
})
