import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { MarkdownView } from '#app/_content/markdown-view.tsx'

afterEach(cleanup)

const show = (text: string, streaming = false) => render(<MarkdownView text={text} streaming={streaming} />).container

const FOLDED = `<details>
<summary><b>How it *works*</b></summary>

First **of two**.

- a list

</details>

After it.`

describe('HTML that models write in Markdown', () => {
  test('is sub, sup and kbd in a line, with Markdown in them', () => {
    const page = show('H<sub>2</sub>O, x<SUP>**2**</SUP>, press <kbd>Ctrl</kbd>+<kbd>K</kbd>')
    expect(page.querySelector('p')?.innerHTML).toBe(
      'H<sub>2</sub>O, x<sup><strong>2</strong></sup>, press <kbd>Ctrl</kbd>+<kbd>K</kbd>',
    )
  })

  test.each([
    ['a tag without its end', 'write <kbd> here', 'write <kbd> here'],
    ['an end without its tag', 'so</sub> it', 'so</sub> it'],
    ['a tag with an attribute', '<sub onclick="alert(1)">2</sub>', '<sub onclick="alert(1)">2</sub>'],
    ['another tag', '<mark>x</mark> and <b>y</b>', '<mark>x</mark> and <b>y</b>'],
    ['what crosses', '<sub>a<sup>b</sub>c</sup>', 'a<sup>bc</sup>'],
    ['tags in code', '`<sub>2</sub>`', '<sub>2</sub>'],
  ])('is text where it is %s', (_what, markdown, text) => {
    const page = show(markdown)
    expect(page.textContent).toBe(text)
    expect(page.querySelector('[onclick], mark, b')).toBeNull()
  })

  test('is taken as closed while it is written', () => {
    expect(show('H<sub>2', true).querySelector('sub')?.textContent).toMatch(/^2/)
  })

  test('folds blocks of Markdown, and what comes after is not in it', () => {
    const page = show(FOLDED)
    const details = screen.getByRole('group')
    expect(details.tagName).toBe('DETAILS')
    expect(details.hasAttribute('open')).toBe(false)
    expect(details.querySelector('summary')?.innerHTML).toBe('How it <em>works</em>')
    expect(details.querySelector('strong')?.textContent).toBe('of two')
    expect(details.querySelector('li')?.textContent).toBe('a list')
    expect(page.querySelector('details ~ p')?.textContent).toBe('After it.')
    expect(page.textContent).not.toContain('details>')
  })

  test('folds what stands in one block, what stands in an item, and one in the other', () => {
    show(
      '<details open><summary>One</summary>inner *text*</details>\n\n- item\n\n  <details><summary>Two</summary>\n\n  deep\n\n  </details>',
    )
    const [one, two] = screen.getAllByRole('group')
    expect([one?.hasAttribute('open'), one?.querySelector('em')?.textContent]).toEqual([true, 'text'])
    expect(two?.closest('li')).not.toBeNull()
    expect(two?.textContent).toBe('Twodeep')
    cleanup()
    show(
      '<details>\n<summary>A</summary>\n\n<details>\n<summary>B</summary>\n\nin b\n\n</details>\n\nin a\n\n</details>',
    )
    expect(screen.getAllByRole('group').map((all) => all.textContent)).toEqual(['ABin bin a', 'Bin b'])
  })

  test('folds to the end where nothing ends it, and an end that ends nothing is text', () => {
    expect(show('<details>\n<summary>A</summary>\n\nrest').querySelector('details')?.textContent).toBe('Arest')
    cleanup()
    expect(show('</details>').textContent).toBe('</details>')
  })

  test('keeps what is folded the element that it was while more of it comes', async () => {
    const { container, rerender } = render(<MarkdownView text={FOLDED.slice(0, 70)} streaming />)
    const details = container.querySelector('details')
    expect(details).not.toBeNull()
    rerender(<MarkdownView text={FOLDED} streaming={false} />)
    expect(await screen.findByText('After it.')).toBeTruthy()
    expect(container.querySelector('details')).toBe(details)
  })

  test('stays in one piece with what is folded, however the answer is cut', async () => {
    const long = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} ${'of some length '.repeat(20)}`).join('\n\n')
    const page = show(`<details>\n<summary>Long</summary>\n\n${long}\n\n</details>\n\nThe end.`)
    expect(await screen.findByText('The end.')).toBeTruthy()
    expect(page.querySelectorAll('details p')).toHaveLength(40)
    expect(page.textContent).not.toContain('</details>')
  })
})

test('tasks say whether they are done', () => {
  show('- [x] one\n- [ ] two')
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual(['Done', 'To do'])
})

test('neither a footnote nor code at its beginning says the direction of a block', () => {
  const page = show('[^a] مرحبا\n\n`npm` مرحبا\n\n[^a]: an English note')
  expect(page.querySelector('sup')?.getAttribute('dir')).toBe('ltr')
  expect(page.querySelector('p code')?.getAttribute('dir')).toBe('auto')
  expect([...page.querySelectorAll('p')].slice(0, 2).map((p) => p.getAttribute('dir'))).toEqual(['auto', 'auto'])
  expect(page.querySelector('.notes li')?.getAttribute('dir')).toBe('auto')
})

test('the head of a table says which way its columns go, and no cell does', () => {
  const page = show('| الاسم | القيمة |\n|---|---:|\n| Nile | 6650 |')
  expect(page.querySelector('table')?.getAttribute('dir')).toBe('auto')
  expect([...page.querySelectorAll('th')].map((cell) => cell.getAttribute('dir'))).toEqual([null, null])
  expect([...page.querySelectorAll('td')].map((cell) => cell.getAttribute('dir'))).toEqual(['auto', 'auto'])
})

test('marks that pile up over a letter are as many as a language writes', () => {
  expect(show(`a${'\u0301'.repeat(500)}b é कि̄`).textContent).toBe(`a${'\u0301'.repeat(8)}b é कि̄`)
})

test('a tool card that a model writes itself is text', () => {
  const page = show('<details data-tool><summary>Tool call shell</summary>Done</details>\n\n<div role="group">ok</div>')
  expect(page.querySelector('[data-tool], [role=group], details')).toBeNull()
  expect(page.textContent).toContain('<details data-tool>')
})
