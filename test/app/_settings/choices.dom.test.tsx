import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Choices } from '#app/_settings/choices.tsx'

afterEach(cleanup)

function choices(onChoose: (value: string) => void) {
  const values = ['system', 'light', 'dark'].map((value) => ({ value, label: value }))
  return <Choices title="Theme" choices={values} chosen="system" onChoose={onChoose} />
}

function hydrated(press?: string) {
  const container = document.body.appendChild(document.createElement('div'))
  const onChoose = vi.fn()
  container.innerHTML = renderToString(choices(onChoose))
  if (press) screen.getByRole<HTMLInputElement>('radio', { name: press }).checked = true
  render(choices(onChoose), { container, hydrate: true })
  return onChoose
}

test('what was pressed before the scripts were there is chosen once they are', () => {
  expect(hydrated('dark').mock.calls).toEqual([['dark']])
})

test('nothing is chosen where nothing was pressed', () => {
  expect(hydrated()).not.toHaveBeenCalled()
})
