import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeBlock } from '#app/_content/code-block.tsx'
import { HIGHLIGHTER } from '#app/_content/code-piece.tsx'
import { setCodeWrap } from '#app/_content/code-wrap.ts'
import { whenLoaded } from '#app/_content/late-part.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setCodeWrap(false)
  localStorage.clear()
})

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')

test('long code is folded and opens to all of its lines, all of which are there', () => {
  const { container } = render(<CodeBlock code={lines(2_000)} language="text" />)
  const pre = container.querySelector('pre')
  expect(container.querySelector('figcaption')?.textContent).toBe('text2,000\u00a0lines')
  expect(pre?.textContent).toBe(lines(2_000))
  expect(pre?.className).toContain('folded-code')
  fireEvent.click(screen.getByRole('button', { name: 'Show all 2,000 lines', expanded: false }))
  expect(pre?.className).not.toContain('folded-code')
  fireEvent.click(screen.getByRole('button', { name: 'Show the first lines only', expanded: true }))
  expect(pre?.className).toContain('folded-code')
})

test('code that was seen being written stays open at its end, and short code has nothing to open', () => {
  const { container, rerender } = render(<CodeBlock code={lines(100)} language="text" growing />)
  rerender(<CodeBlock code={lines(101)} language="text" />)
  expect(container.querySelector('pre')?.className).not.toContain('folded-code')
  expect(screen.getByRole('button', { name: 'Show the first lines only' })).toBeTruthy()
  cleanup()
  render(<CodeBlock code={lines(45)} language="text" />)
  expect(screen.queryByRole('button', { name: /lines/ })?.textContent ?? '').toBe('')
})

test('each piece of code has the room of its lines before it is laid out, so that what is below it stays where it is', () => {
  const line = `const total = [${'1, '.repeat(40)}]\n`
  const { container } = render(<CodeBlock code={line.repeat(90)} language="ts" growing />)
  const pieces = [...container.querySelectorAll<HTMLElement>('.in-pieces > span')]
  expect(pieces.map(({ style }) => style.getPropertyValue('--piece-lines'))).toEqual(['58', '32'])
  expect(pieces.map(({ textContent }) => textContent.split('\n').length - 1)).toEqual([58, 32])
})

test('whether lines are wrapped is one choice for all code, and is remembered', () => {
  render(
    <>
      <CodeBlock code="one" language="text" />
      <CodeBlock code="two" language="text" />
    </>,
  )
  const [first] = screen.getAllByRole('button', { name: 'Wrap long lines', pressed: false })
  if (first) fireEvent.click(first)
  expect(screen.getAllByRole('button', { name: 'Wrap long lines', pressed: true })).toHaveLength(2)
  expect(localStorage.getItem('code-wrap')).toBe('yes')
})

test('code is downloaded as it is, under a name that says its language', async () => {
  const saved: { name: string; blob: Blob }[] = []
  let made: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (made) saved.push({ name: this.download, blob: made })
  })
  render(<CodeBlock code={'print("é")\n'} language="python" />)
  fireEvent.click(screen.getByRole('button', { name: 'Download as code.py' }))
  expect(saved.map(({ name }) => name)).toEqual(['code.py'])
  expect(await saved[0]?.blob.text()).toBe('print("é")\n')
})

test('marks that turn a line around do nothing in code, and are named', () => {
  const { container } = render(<CodeBlock code={'if (x) { // \u202e } evil'} language="js" />)
  expect(container.querySelector('pre')?.className).toContain('in-order')
  expect(screen.getByText(/marks that change the direction of text/)).toBeTruthy()
})

test('while code is written its colours come in the pass that shows it; those of much of it come behind', async () => {
  await whenLoaded(HIGHLIGHTER)
  vi.useFakeTimers({ toFake: ['requestAnimationFrame'] })
  const constants = (count: number) => 'const a = 1\n'.repeat(count)
  const within = (length: number) => constants(1_000).slice(0, length).match(/const/g)?.length
  const { container, rerender } = render(<CodeBlock code={constants(1)} language="js" growing />)
  const coloured = () => container.querySelectorAll('.hljs-keyword').length
  expect(coloured()).toBe(0)
  rerender(<CodeBlock code={constants(50)} language="js" growing />)
  expect(coloured()).toBe(within(512))
  rerender(<CodeBlock code={constants(51)} language="js" />)
  expect(coloured()).toBe(51)
  cleanup()
  const much = render(<CodeBlock code={constants(1)} language="js" growing />)
  much.rerender(<CodeBlock code={constants(400)} language="js" growing />)
  expect(much.container.querySelectorAll('.hljs-keyword')).toHaveLength(0)
  act(() => vi.advanceTimersByTime(20))
  expect(much.container.querySelectorAll('.hljs-keyword')).toHaveLength(within(4_096) ?? 0)
})
