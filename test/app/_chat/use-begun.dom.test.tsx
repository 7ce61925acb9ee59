import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useStartsHere } from '#app/_chat/use-begun.ts'

const seen: boolean[] = []

function Page() {
  const startsHere = useStartsHere()
  seen.push(startsHere)
  return startsHere ? 'here' : 'elsewhere'
}

test('a tab begins with the page that the server made, which learns so by being rendered once', () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Page />)
  expect(container.textContent).toBe('here')
  seen.length = 0
  const { rerender } = render(<Page />, { container, hydrate: true })
  expect(seen).toEqual([true])
  rerender(<Page />)
  expect(container.textContent).toBe('here')
})

test('one that was gone to from another does not begin it', () => {
  seen.length = 0
  const { container, rerender } = render(<Page />)
  rerender(<Page />)
  expect(container.textContent).toBe('elsewhere')
  expect(seen).toEqual([false, false])
})
