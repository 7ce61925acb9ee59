import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CodePiece } from '#app/_content/code-piece.tsx'
import { highlightNodes } from '#app/_content/highlight-nodes.tsx'
import { LongText } from '#app/_content/long-text.tsx'
import { viewOf } from '#app/_content/markdown/node-view.tsx'
import { masked } from '#app/_content/masked.tsx'
import { MASK } from '#lib/canonical/mask.ts'

afterEach(cleanup)

test.each([
  ['what somebody wrote', <LongText key="text" text={`Key ${MASK}, and ${MASK}.`} />],
  [
    'an answer',
    <p key="answer">
      {viewOf([
        { type: 'text', value: `Key ${MASK}, ` },
        { type: 'inlineCode', value: `and ${MASK}.` },
      ])}
    </p>,
  ],
  ['code without colours', <CodePiece key="code" code={`Key ${MASK}, and ${MASK}.`} language="text" growing={false} />],
  [
    'code with colours',
    <code key="colours">{highlightNodes(`Key <span class="s">${MASK}, and ${MASK}</span>.`)}</code>,
  ],
])('a mask in %s is read out as one, and copied as it stands', (_, view) => {
  const { container } = render(view)
  expect(screen.getAllByRole('img', { name: 'masked' })).toHaveLength(2)
  expect(container.textContent).toBe(`Key ${MASK}, and ${MASK}.`)
})

test('a text without one stays a text', () => {
  expect(masked('██ of eight')).toBe('██ of eight')
})
