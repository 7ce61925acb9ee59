import { expect, test } from 'vitest'
import { textBlock, userBlock, withoutSoleBlankText } from '#lib/adapters/protocols/anthropic/user-content.ts'
import { call } from '#test/support/message-builder.ts'

test('what a user message cannot hold has no form there', () => {
  const same = (id: string) => id
  expect(userBlock(call('tu_1'), same)).toBeNull()
  expect(userBlock({ type: 'thinking', text: 'hm' }, same)).toBeNull()
  expect(userBlock({ type: 'redacted_thinking', data: 'x' }, same)).toBeNull()
})

test('wire-rule 28: blank text stays only beside text that is not', () => {
  const [a, blank, empty] = ['a', '\n', ''].map(textBlock)
  if (!a || !blank || !empty) throw new Error('three blocks')
  expect(withoutSoleBlankText([a, blank, empty])).toEqual([a, blank])
  expect(withoutSoleBlankText([blank, empty])).toEqual([])
})
