import { cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lateComponent, loadLateComponents, useLateComponentsWhenIdle } from '#app/_content/late-component.tsx'

afterEach(cleanup)

const said = (words: string) =>
  lateComponent(
    async () =>
      ({ to }: { to: string }) =>
        `${words} ${to}`,
    'a moment',
  )

test('something keeps its place until it is there', async () => {
  const Greeting = said('Hello')
  render(<Greeting to="Ada" />)
  expect(screen.getByText('a moment')).toBeDefined()
  expect(await screen.findByText('Hello Ada')).toBeDefined()
})

test('what was loaded before is there at once', async () => {
  const Greeting = said('Welcome')
  await loadLateComponents()
  render(<Greeting to="Ada" />)
  expect(screen.getByText('Welcome Ada')).toBeDefined()
})

test('a page that rests loads them all', async () => {
  const Greeting = said('Goodbye')
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {})
  renderHook(useLateComponentsWhenIdle)
  expect(idle).toHaveLength(1)
  idle[0]?.()
  await loadLateComponents()
  render(<Greeting to="Ada" />)
  expect(screen.getByText('Goodbye Ada')).toBeDefined()
})
