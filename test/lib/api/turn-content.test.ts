import { describe, expect, test } from 'vitest'
import { TurnContent } from '#lib/api/turn-content.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { kind: 'base64', data },
  media_type,
})

describe('what people may say', () => {
  test.each([
    ['nothing', []],
    ['blanks', [{ type: 'text', text: ' \n ' }]],
    ['a tool call', [{ type: 'tool_use', id: 'tu_1', name: 'x', input: {} }]],
    ['a tool result', [{ type: 'tool_result', tool_use_id: 'tu_1', content: [] }]],
    ['thinking', [{ type: 'thinking', text: 'hm' }]],
    ['an unknown block', [{ type: 'video', url: 'x' }]],
    ['an unknown field', [{ type: 'text', text: 'hi', cache_control: {} }]],
    ['half a character', [{ type: 'text', text: 'a\ud800' }]],
    ['base64 with a line break', [picture('iVBO\nRw==')]],
    [
      'a file address',
      [{ type: 'image', source: { kind: 'url', data: 'file:///etc/passwd' }, media_type: 'image/png' }],
    ],
    ['a path', [{ type: 'image', source: { kind: 'file_ref', data: 'attachments/../../x' }, media_type: 'image/png' }]],
  ])('%s is refused', (_, content) => {
    expect(TurnContent.safeParse(content).success).toBe(false)
  })

  test('text and pictures of every kind pass', () => {
    const content = [
      { type: 'text', text: 'look' },
      picture(PIXEL),
      { type: 'image', source: { kind: 'url', data: 'https://example.com/a.png' }, media_type: 'image/png' },
      { type: 'image', source: { kind: 'file_ref', data: `attachments/${'a'.repeat(64)}` }, media_type: 'image/png' },
    ]
    expect(TurnContent.parse(content)).toEqual(content)
  })
})
