import { expect, test } from 'vitest'
import { foundRanges } from '#app/_chat/transcript/found-ranges.ts'

function found(html: string, words: string): string[] {
  const message = document.createElement('article')
  message.innerHTML = html
  return foundRanges(message, words).map(String)
}

test('words are found across marks and in code, and not across paragraphs', () => {
  expect(found('<p>The <strong>old</strong> plan</p>', 'the OLD plan')).toEqual(['The old plan'])
  expect(found('<pre><code>const <span>a</span> = 1</code></pre>', 'a = 1')).toEqual(['a = 1'])
  expect(found('<p>one</p><p>two</p>', 'onetwo')).toEqual([])
  expect(found('<p>a a</p><p>a</p>', 'a')).toEqual(['a', 'a', 'a'])
})

test('what is beside the message is none of it', () => {
  expect(found('<button>Copy code</button><span class="sr-only">code</span><p>code</p>', 'code')).toEqual(['code'])
  expect(found('<p>code</p>', '  ')).toEqual([])
})
