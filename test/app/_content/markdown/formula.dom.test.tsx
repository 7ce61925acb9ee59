import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Formula, FormulaCount } from '#app/_content/markdown/formula.tsx'
import type { FormulaProblem } from '#app/_content/markdown/formula-bounds.ts'
import { renderFormula } from '#app/_content/markdown/formula-renderer.ts'
import { MarkdownView } from '#app/_content/markdown-view.tsx'

// The page is one in standards mode, which this document does not know to say.
vi.hoisted(() => Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' }))

afterEach(cleanup)

function draw(value: string): { problem: FormulaProblem | null; box: HTMLElement } {
  const box = document.createElement('span')
  return { problem: renderFormula(value, false, box), box }
}

test('a formula is drawn for eyes and for a screen reader, and its source stays beside it', async () => {
  const { container } = render(<MarkdownView text="so $x^2$ is" streaming={false} />)
  expect(container.textContent).toBe('so $x^2$ is')
  await vi.waitFor(() => expect(container.querySelector('.formula.drawn')).not.toBeNull(), { timeout: 10_000 })
  expect(container.querySelector('math annotation')?.textContent).toBe('x^2')
  expect(container.querySelector('.katex-html')?.getAttribute('aria-hidden')).toBe('true')
  expect(container.querySelector('.formula-source')?.textContent).toBe('$x^2$')
})

test('what cannot be drawn stays what was written, and says why as text', async () => {
  const { container } = render(
    <MarkdownView text={'$\\frac{<img src=x onerror=alert(1)>$ and $y$'} streaming={false} />,
  )
  await vi.waitFor(() => expect(container.querySelector('.formula-source[title]')).not.toBeNull(), { timeout: 10_000 })
  expect(container.querySelector('.formula-source')?.textContent).toBe('$\\frac{<img src=x onerror=alert(1)>$')
  expect(container.querySelector('.formula-source')?.getAttribute('title')).toContain('KaTeX parse error')
  expect(container.querySelector('img, [onerror]')).toBeNull()
})

describe('a formula that is hostile', () => {
  test('is drawn where it is well', () => {
    expect(draw('x').box.querySelector('.katex')).not.toBeNull()
  })

  test.each([
    '\\href{javascript:alert(1)}{click}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlClass{turn}{x}',
    '\\htmlData{onclick=alert(1)}{x}',
    '\\text{<script>alert(1)</script>}',
  ])('makes no link, picture, style or script: %s', (value) => {
    const { box } = draw(value)
    expect(box.querySelector('a, img, script, [href], [src], .turn, [style*=fixed], [onclick]')).toBeNull()
  })

  test.each([
    ['macros that call themselves', '\\def\\a{\\a\\a}\\a'],
    ['macros that grow', `\\def\\a{${'x'.repeat(190)}}${'\\a'.repeat(100)}`],
    ['macros under another name', `\\newcommand{\\a}{${'x'.repeat(190)}}\\a`],
    ['braces without end', '{'.repeat(2_900)],
    ['roots in roots, however long what is in them', `${'\\sqrt{\\}'.repeat(61)}x${'}'.repeat(61)}`],
    ['roots in roots', `${'\\sqrt{'.repeat(300)}x${'}'.repeat(300)}`],
    ['what nothing is known of', '\\undefined'],
  ])('is not drawn where it is %s', (_what, value) => {
    const { problem, box } = draw(value)
    expect(problem).toEqual(
      expect.toSatisfy((why: FormulaProblem) => ('said' in why ? why.said : why.code).length > 0, 'why it is not'),
    )
    expect(box.childNodes).toHaveLength(0)
  })

  test('is drawn where braces stand beside each other, or are written themselves', () => {
    expect(draw(`${'\\{{x}'.repeat(100)}`).box.querySelector('.katex')).not.toBeNull()
  })

  test('is no larger than twenty letters', () => {
    expect(draw('\\rule{1000em}{1000em}').box.innerHTML).not.toContain('1000em;')
  })
})

test('a thousand formulas of one answer are drawn, and of the others it is said once that they are not', () => {
  const { container } = render(
    <FormulaCount value={{ shown: 999 }}>
      {['$a$', '$b$', '$c$'].map((source) => (
        <Formula key={source} value="x" display={false} source={source} />
      ))}
    </FormulaCount>,
  )
  expect(container.querySelectorAll('.formula')).toHaveLength(1)
  const drawn = container.querySelector('.formula')?.textContent ?? ''
  expect(container.textContent).toBe(`${drawn}Formulas from here on are shown as they were written: $b$$c$`)
})

test('a caret stands where a formula is held back, and takes no line below one that is there', () => {
  const { container, rerender } = render(<MarkdownView text={'So\n\n$$x ='} streaming />)
  expect(container.querySelectorAll('.caret')).toHaveLength(1)
  expect(container.textContent).toBe('So')
  rerender(<MarkdownView text={'So\n\n$$x = y$$'} streaming />)
  expect(container.querySelectorAll('.formula-display')).toHaveLength(1)
  expect(container.querySelector('.caret')).toBeNull()
})

test('formulas are copied as they were written', async () => {
  const { container } = render(<MarkdownView text="so $x^2$ is" streaming={false} />)
  await vi.waitFor(() => expect(container.querySelector('.formula.drawn')).not.toBeNull(), { timeout: 10_000 })
  getSelection()?.selectAllChildren(container)
  const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true })
  document.dispatchEvent(event)
  expect(event.clipboardData?.getData('text/html')).toContain('so $x^2$ is')
  expect(event.defaultPrevented).toBe(true)
})
