import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeBlock } from '#app/_content/code-block.tsx'
import { DiagramError, drawDiagram } from '#app/_content/diagram/draw-diagram.ts'
import { setDrawn } from '#app/_content/diagram/drawn.ts'

vi.mock('#app/_content/diagram/draw-diagram.ts', { spy: true })

beforeEach(() => void vi.mocked(drawDiagram).mockReset())
afterEach(() => {
  cleanup()
  setDrawn(false)
  localStorage.clear()
})

const SVG = '<svg id="d" width="100%" style="max-width: 90px" viewBox="0 0 90.5 40"><script>alert(1)</script></svg>'
const show = () => fireEvent.click(screen.getByRole('button', { name: 'Show diagram' }))

test('a diagram is its source until somebody wants to see it: all of them are drawn then, as pictures of their size', async () => {
  vi.mocked(drawDiagram).mockResolvedValue(SVG)
  const { container } = render(
    <>
      <CodeBlock code="graph TD; A" language="mermaid" />
      <CodeBlock code="graph TD; B" language="Mermaid" />
      <CodeBlock code="graph" language="text" />
    </>,
  )
  expect(screen.getAllByRole('button', { name: 'Show diagram' })).toHaveLength(2)
  expect(drawDiagram).not.toHaveBeenCalled()
  const [first] = screen.getAllByRole('button', { name: 'Show diagram' })
  if (first) fireEvent.click(first)
  expect(await screen.findAllByRole('button', { name: 'Diagram' })).toHaveLength(2)
  expect(vi.mocked(drawDiagram).mock.calls).toEqual([['graph TD; A'], ['graph TD; B']])
  const picture = container.querySelector('img')
  expect([picture?.width, picture?.height]).toEqual([91, 40])
  const [type, drawn = ''] = picture?.src.split(',') ?? []
  expect(type).toBe('data:image/svg+xml;charset=utf-8')
  expect(decodeURIComponent(drawn)).toContain('<svg width="91" height="40" id="d" style="max-width: 90px" viewBox=')
  // What it is written as can still be read aloud, found and copied.
  expect(container.querySelector('figure')?.textContent).toContain('graph TD; A')
  expect(localStorage.getItem('diagrams')).toBe('yes')
  const [source] = screen.getAllByRole('button', { name: 'Show source' })
  if (source) fireEvent.click(source)
  expect(container.querySelector('img')).toBeNull()
})

test('a diagram that is still being written is not drawn', () => {
  setDrawn(true)
  render(<CodeBlock code="graph TD" language="mermaid" growing />)
  expect(screen.queryByRole('button', { name: /diagram|source/ })).toBeNull()
  expect(drawDiagram).not.toHaveBeenCalled()
})

test.each([
  [new DiagramError('faulty', 'Parse error on line 2:\n  A[x\n----^\nExpecting SQE'), 'Parse error on line 2:   A[x'],
  [new DiagramError('too_long'), 'too long to be drawn'],
  [new DiagramError('not_drawn'), 'was not drawn'],
  [new Error('anything'), 'was not drawn'],
])('%s: it stays its source, and what was wrong is said', async (error, said) => {
  vi.mocked(drawDiagram).mockRejectedValue(error)
  render(<CodeBlock code="graph TD" language="mermaid" />)
  show()
  const status = await screen.findByRole('status')
  expect(status.textContent).toContain(said)
  expect(status.textContent).not.toContain('Expecting')
  expect(screen.getByText('graph TD')).toBeTruthy()
})

test('one that was not drawn is tried again when somebody wants that', async () => {
  vi.mocked(drawDiagram).mockRejectedValueOnce(new DiagramError('not_drawn')).mockResolvedValueOnce(SVG)
  render(<CodeBlock code="graph TD" language="mermaid" />)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Diagram' })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})
