import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { ContinueHere } from '#app/_share/continue-here.tsx'

afterEach(cleanup)

test('it can be pressed once a press is heard, and not before', () => {
  const page = <ContinueHere token="token" proof={null} />
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue from here' })
  expect(button.disabled).toBe(true)
  render(page, { container, hydrate: true })
  expect(button.disabled).toBe(false)
})
