import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { growText, NO_TEXT } from '#app/_content/markdown/answer-text.ts'
import { codeHtml, markdownHtml } from '#app/_content/markdown/html.ts'
import { NoteList } from '#app/_content/markdown/note-list.tsx'
import { Notes } from '#app/_content/markdown/note-mark.tsx'
import { PartsView } from '#app/_content/markdown/parts-view.tsx'
import { reading } from '#app/_texts/english/reading.ts'
import { anyMarkdown } from './any-markdown.ts'

/** As the page shows it. */
function shown(text: string): string {
  const { settled, recent, notes } = growText(NO_TEXT, text, true)
  return renderToStaticMarkup(
    <Notes value={notes}>
      {[...settled, recent].map((parts) => (
        <PartsView key={parts[0]?.start ?? 0} parts={parts} open={null} growing={false} settled={false} />
      ))}
      <NoteList notes={notes} />
    </Notes>,
  )
}

const SAYING =
  /^(P|H\d|STRONG|EM|DEL|BR|A|UL|OL|LI|BLOCKQUOTE|HR|TABLE|THEAD|TBODY|TR|TH|TD|SUP|SUB|KBD|DETAILS|SUMMARY|INPUT)$/

/** What elements say, without what they are called and how they look. */
function said(html: string): string {
  const body = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body
  const inside = (node: Node): string => [...node.childNodes].map(one).join('')
  function one(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, '')
    const element = node as Element
    const { tagName } = element
    if (tagName === 'SVG' || tagName === 'BUTTON') return ''
    if (tagName === 'FIGURE' || tagName === 'PRE') return `{${element.querySelector('pre code, code')?.textContent}}`
    if (tagName === 'CODE') return `\`${element.textContent}\``
    if (!SAYING.test(tagName)) return inside(element)
    const facts = ['href', 'start', 'checked', 'open'].filter((name) => element.hasAttribute(name))
    const values = facts.map((name) => ` ${name}=${element.getAttribute(name) || 'yes'}`)
    return `<${tagName}${values.join('')}>${inside(element)}</${tagName}>`
  }
  return inside(body)
}

describe('an answer in a file', () => {
  test('says what it says in the page', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(said(markdownHtml(text, reading))).toBe(said(shown(text)))
      }),
      { numRuns: 150 },
    )
  })

  test.each([
    ['a fold', '<details open><summary>**More**</summary>\n\n- one\n- two\n\n</details>'],
    ['tags', 'H<sub>2</sub>O and <kbd>Ctrl</kbd> <b>no</b><br>yes'],
    ['tables', '| a | b |\n|:-:|--:|\n| 1 | `2` |\n| 3 |'],
    ['code', '```js\nconst a = "<b>"\n```\n\n    indented'],
    ['text that is too dear', `${'*_'.repeat(2_000)} end`],
    ['notes', 'One[^a] and two[^b], one again[^a]\n\n[^a]: first\n\n[^b]: **second**'],
  ])('says what it says in the page: %s', (_, text) => {
    expect(said(markdownHtml(text, reading))).toBe(said(shown(text)))
  })

  test('has formulas as MathML, and what cannot be drawn as it was written', () => {
    const html = markdownHtml('$x^2$ and $\\undefined{x}$', reading)
    expect(html).toContain('<math')
    expect(html).toContain('<annotation encoding="application/x-tex">x^2</annotation>')
    expect(html).toContain('<code>$\\undefined{x}$</code>')
  })

  test('colours code by classes alone', () => {
    expect(codeHtml('const a = "<b>"', 'js')).toBe(
      '<pre dir="ltr" tabindex="0"><code><span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span></code></pre>',
    )
  })
})

describe('what a model writes to do harm', () => {
  const ATTRIBUTES =
    /^(dir|href|target|rel|class|start|aria-label|aria-hidden|tabindex|type|disabled|checked|open|encoding|xmlns|display|mathvariant|stretchy|fence|separator|lspace|rspace|minsize|maxsize|width|height|depth|voffset|style|mathcolor|accent|columnalign|rowspacing|columnspacing|scriptlevel|displaystyle|linethickness|movablelimits|symmetric|largeop|form)$/
  const HARM = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) [b](data:text/html,x) <javascript:alert(1)>',
    '![x](https://evil.example/pixel.png)',
    '[a](https://example.org/"onmouseover="alert(1))',
    '`</code><script>`',
    '```html\n</code></pre><script>alert(1)</script>\n```',
    '```"><script>\nx\n```',
    '<details><summary><script>x</script></summary></details>',
    '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{x}$ $\\htmlStyle{color:red}{x}$',
    '$</math><script>alert(1)</script>$',
    '<style>body{display:none}</style><iframe src="https://evil.example">',
    '| <script> | b |\n|---|---|\n| </td><script> | x |',
    '[^</sup><script>]\n\n[^</sup><script>]: x',
    '<svg onload=alert(1)>',
    '\u202e reversed `rm -rf`',
  ]

  test.each(HARM)('is words: %s', (text) => {
    const html = `${markdownHtml(text, reading)}${codeHtml(text, 'html')}`
    const { body } = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
    for (const element of body.querySelectorAll('*')) {
      expect(element.tagName).not.toMatch(/^(script|style|img|iframe|svg|object|embed|form|link|meta|base)$/i)
      for (const { name } of element.attributes) expect(name).toMatch(ATTRIBUTES)
      const href = element.getAttribute('href')
      if (href !== null) expect(href).toMatch(/^(https?:|mailto:)/)
    }
  })
})
