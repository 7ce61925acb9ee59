import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { highlightNodes } from '#app/_content/highlight-nodes.tsx'
import { highlight } from '#app/_content/highlighter.ts'

const render = (markup: string) => renderToStaticMarkup(highlightNodes(markup))

test.each([
  ['typescript', 'const a: string = `x` + "<b>" // <script>alert(1)</script> &amp;'],
  ['python', 'def f(x):\n    return f"{x!r} & \'y\'"'],
  ['xml', '<a href="x">&lt;</a><!-- no -->'],
  ['diff', '- a\n+ b'],
])('code in %s says the same with its colours as without', (language, code) => {
  const html = render(highlight(code, language) ?? '')
  expect(html).toContain('class="hljs-')
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toBe(renderToStaticMarkup([code]))
})

test('nothing in the markup becomes an element other than a span', () => {
  expect(render('<img src=x onerror=alert(1)><span class="a">b</span></span>')).toBe(
    '&lt;img src=x onerror=alert(1)&gt;<span class="a">b</span>',
  )
})

test('an unknown language and very long code stay plain', () => {
  expect(highlight('x', 'klingon')).toBeNull()
  expect(highlight('x'.repeat(60_001), 'json')).toBeNull()
})
