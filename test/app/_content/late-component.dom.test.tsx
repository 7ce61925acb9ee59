import { cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lateComponent, loadLateComponents, useLateComponentsWhenIdle } from '#app/_content/late-component.tsx'

afterEach(cleanup)

const nextTask = () => new Promise((wake) => setTimeout(wake))

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
  const load = vi.fn(async () => () => 'Goodbye')
  lateComponent(load)
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  renderHook(useLateComponentsWhenIdle)
  await nextTask()
  expect(idle).toHaveLength(1)
  expect(load).not.toHaveBeenCalled()
  idle[0]?.()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
})
