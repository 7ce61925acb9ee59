import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Markdown } from '#app/_content/markdown.tsx'
import { MarkdownView } from '#app/_content/markdown-view.tsx'

afterEach(cleanup)

const show = (text: string, streaming = false) => render(<MarkdownView text={text} streaming={streaming} />).container

describe('what a model writes', () => {
  test('is Markdown', () => {
    const page = show('# Title\n\nSome **bold** and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done')
    expect(page.querySelector('h1')?.textContent).toBe('Title')
    expect(page.querySelector('strong')?.textContent).toBe('bold')
    expect(page.querySelector('p code')?.textContent).toBe('code')
    expect(screen.getByRole('table').querySelectorAll('td')).toHaveLength(2)
    expect(page.querySelector('input[type=checkbox]')).not.toBeNull()
  })

  test('shows code with its language and a way to copy it', () => {
    const page = show('```ts\nconst a = 1 < 2\n```')
    expect(page.querySelector('figcaption')?.textContent).toContain('ts')
    expect(page.querySelector('pre code')?.textContent).toBe('const a = 1 < 2')
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  })

  test('has its colours behind what is being written, and all of them at its end', async () => {
    const line = 'const a = 1\n'
    const text = `\`\`\`ts\n${line.repeat(500)}`
    const { container, rerender } = render(<MarkdownView text={text} streaming />)
    const colours = () => container.querySelectorAll('code .hljs-keyword').length
    await vi.waitFor(() => expect(colours()).toBeGreaterThan(300), { timeout: 10_000 })
    expect(colours()).toBeLessThan(500)
    expect(container.querySelector('pre code')?.textContent).toBe(line.repeat(500).trimEnd())
    rerender(<MarkdownView text={`${text}\`\`\`\n\nThat was it.`} streaming />)
    await vi.waitFor(() => expect(colours()).toBe(500), { timeout: 10_000 })
  })

  test('is readable while a code fence and emphasis are still open', () => {
    expect(show('```py\nprint(1', true).querySelector('pre code')?.textContent).toBe('print(1')
    expect(show('so **bold', true).querySelector('strong')?.textContent).toBe('bold')
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload=alert(1)></svg>',
    '<style>*{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    'text <b onclick="alert(1)">inline</b>',
    '<form action="https://evil.example"><input name=a><button>go</button></form>',
  ])('is shown as text where it is HTML: %s', (html) => {
    const page = show(html)
    expect(page.querySelector('script, img, iframe, svg[onload], style, a, b, form, [onclick], [onerror]')).toBeNull()
    expect(page.textContent).toContain(html.slice(0, 5))
  })

  test('keeps the line breaks that models write into table cells', () => {
    const page = show('| a |\n|---|\n| one<br>two<BR/>three |')
    expect(page.querySelectorAll('td br')).toHaveLength(2)
    expect(page.querySelector('td')?.textContent).toBe('one\ntwo\nthree')
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox(1))',
    '<javascript:alert(1)>',
    '[x](file:///etc/passwd)',
    '[x](/api/sessions)',
  ])('links to the web only: %s', (markdown) => {
    expect(show(markdown).querySelector('a[href]')).toBeNull()
  })

  test('opens links elsewhere, without telling where they were', () => {
    show('[docs](https://example.org/a)')
    const link = screen.getByRole('link', { name: 'docs' })
    expect(link.getAttribute('href')).toBe('https://example.org/a')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  test('loads no picture from elsewhere, and says which one it was', () => {
    const page = show('![a cat](https://evil.example/cat.png?secret=1)')
    expect(page.querySelector('img')).toBeNull()
    expect(page.textContent).toContain('Picture not loaded: a cat')
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://evil.example/cat.png?secret=1')
  })

  test.each([
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](javascript:alert(1))',
    '![x][ref]\n\n[ref]: //evil.example/x',
  ])('loads no picture by any other way: %s', (markdown) => {
    expect(show(markdown).querySelector('img, a[href]')).toBeNull()
  })
})

test('a list as deep as anyone would write it is one', () => {
  expect(show(`${'- '.repeat(20)}end`).querySelectorAll('li')).toHaveLength(20)
})

test('a caret stands behind the last word that was written, and goes with the end', async () => {
  for (const text of ['words', '# title', '- one\n- two', '> said', '| a |\n|---|\n| b |', '```ts\nlet a']) {
    const { container, rerender, unmount } = render(<MarkdownView text={text} streaming />)
    const caret = container.querySelector('.caret')
    expect(container.querySelectorAll('.caret')).toHaveLength(1)
    expect(caret?.parentElement?.textContent).toMatch(/(?:words|title|two|said|b|let a)$/)
    rerender(<MarkdownView text={text} streaming={false} />)
    await vi.waitFor(() => expect(container.querySelector('.caret')).toBeNull())
    unmount()
  }
})

test.each([60, 300, 2_000])(
  'code of %i lines that is there already is folded and whole in the pass that shows it',
  (count) => {
    const code = Array.from({ length: count }, (_, at) => `export const line${at + 1} = ${at + 1} // some words`).join(
      '\n',
    )
    const page = show(`Here it is.\n\n\`\`\`ts\n${code}\n\`\`\`\n\nThat was it.`)
    expect(page.querySelector('pre')?.className).toContain('folded-code')
    expect(page.querySelector('pre')?.textContent).toBe(code)
    expect(page.textContent).toMatch(/That was it\.$/)
  },
)

test('what is there already has no caret while it is looked at', async () => {
  const words = 'Some words of a paragraph that goes on. '
  for (const text of [
    words.repeat(450),
    `${words.repeat(100)}\n\n\`\`\`\n${'line\n'.repeat(30_000)}`,
    `- ${words.repeat(450)}`,
  ]) {
    const { container, unmount } = render(<MarkdownView text={text} streaming={false} />)
    const carets = new Set<number>()
    await vi.waitFor(() => {
      carets.add(container.querySelectorAll('.caret').length)
      expect(container.textContent.length).toBeGreaterThan(text.length - 50)
    })
    expect([...carets]).toEqual([0])
    unmount()
  }
})

test('all words of an answer are there in the pass in which it ends', () => {
  const { container, rerender } = render(<MarkdownView text="It begins" streaming />)
  const rest = ' and goes on for a while'.repeat(150)
  rerender(<MarkdownView text={`It begins${rest} until its end.`} streaming={false} />)
  expect(container.textContent).toMatch(/^It begins and .* until its end\.$/)
  expect(container.querySelector('.caret')).toBeNull()
})

test('so are all lines of long code, however much of it stood there before', async () => {
  const line = 'a line of code that is long enough to count\n'
  const textOf = (lines: number) => `\`\`\`text\n${line.repeat(lines)}`
  const { container, rerender } = render(<MarkdownView text={textOf(250)} streaming />)
  const shown = () => container.querySelector('code')?.textContent?.trimEnd().length
  await vi.waitFor(() => expect(shown()).toBe(250 * line.length - 1))
  rerender(<MarkdownView text={`${textOf(330)}\`\`\`\n`} streaming={false} />)
  expect(shown()).toBe(330 * line.length - 1)
})

test('a list that grows keeps the items that it has, and its numbers go on', async () => {
  const { container, rerender } = render(<MarkdownView text={'3. three\n4. four\n5. '} streaming />)
  const first = container.querySelector('li')
  expect(first?.textContent).toBe('three')
  rerender(<MarkdownView text={'3. three\n4. four\n5. five\n\nEnd.'} streaming={false} />)
  await vi.waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(3))
  expect(container.querySelector('li')).toBe(first)
  expect([...container.querySelectorAll('ol')].map((list) => list.start)).toEqual([3])
})

test('a link finds its address where that comes later, and a footnote its text', () => {
  const page = show('see [docs] and this[^1]\n\n[docs]: https://example.org/\n\n[^1]: as said')
  expect(screen.getByRole('link', { name: 'docs' }).getAttribute('href')).toBe('https://example.org/')
  expect(page.querySelector('sup')?.textContent).toBe('1')
  expect(screen.getByRole('region', { name: 'Footnotes' }).textContent).toBe('as said')
})

test('letters without a place to break a line at stand without the distances of the font', async () => {
  const page = render(<Markdown text={`${'x'.repeat(1_000)} and a word`} />).container
  await vi.waitFor(() => expect(page.querySelector('p')?.textContent).toContain('a word'))
  expect(page.querySelector('p')?.parentElement?.className).toBe('unbroken')
})

test.each([
  ['fewer of them', `${'x'.repeat(999)} and a word`],
  ['as many with a space among them', `${'x'.repeat(600)} ${'x'.repeat(600)} and a word`],
])('%s stand as the font says', async (_name, text) => {
  const page = render(<Markdown text={text} />).container
  await vi.waitFor(() => expect(page.querySelector('p')?.textContent).toContain('a word'))
  expect(page.querySelector('p')?.parentElement?.className).toBe('')
})

describe('a text that costs more than it says', () => {
  test.each([
    ['a list as no renderer can take', '- ', 5_000],
    ['a quotation as no renderer can take', '>', 5_000],
    ['a list as nobody can read', '- ', 60],
    ['brackets without end', '[', 9_000],
    ['emphasis in emphasis', '_a__b*', 3_000],
  ])('%s stays as it stands beside what is well, and says so', async (_name, mark, count) => {
    const bottomless = `${mark.repeat(count)}end`
    const page = render(
      <>
        <Markdown text={bottomless} />
        <Markdown text="**fine**" />
      </>,
    ).container
    await vi.waitFor(() => expect(page.querySelector('strong')?.textContent).toBe('fine'), { timeout: 10_000 })
    await vi.waitFor(() => expect(page.textContent).toContain('Shown as plain text'), { timeout: 10_000 })
    await vi.waitFor(() => expect(page.textContent?.includes(bottomless)).toBe(true), { timeout: 10_000 })
  })
})
