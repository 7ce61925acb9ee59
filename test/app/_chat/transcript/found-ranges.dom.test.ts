import { expect, test } from 'vitest'
import { foldsOf, foundRanges, rangesIn } from '#app/_chat/transcript/found-ranges.ts'

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

test('what stands in a fold is told from what stands in the open, and what the fold is called is none of it', () => {
  const message = document.createElement('article')
  message.innerHTML =
    '<details data-fold open><summary>code</summary><h2 data-beside="">code</h2><pre>code one</pre></details>' +
    '<p>code two</p><details><summary>code three</summary></details><details data-fold><summary>code</summary></details>'
  const ranges = foundRanges(message, 'code')
  const [first, second] = foldsOf(message)
  const around = (fold: Element | null | undefined) =>
    rangesIn(ranges, fold ?? null).map(({ startContainer }) => startContainer.textContent)
  expect(around(first)).toEqual(['code one'])
  expect(around(second)).toEqual([])
  expect(around(null)).toEqual(['code two', 'code three'])
})
