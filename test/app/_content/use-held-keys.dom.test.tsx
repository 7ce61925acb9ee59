import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lateComponent } from '#app/_content/late-component.tsx'
import { latePart, useLatePart } from '#app/_content/late-part.ts'
import { useHeldKeys } from '#app/_content/use-held-keys.ts'

afterEach(cleanup)

const heard: string[] = []
const loading = Promise.withResolvers<void>()

function Keys() {
  useEffect(() => {
    const listen = ({ key, ctrlKey }: KeyboardEvent) => heard.push(`${key}${ctrlKey ? ' with control' : ''}`)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return <p>there</p>
}

const KEYS = latePart(() => loading.promise.then(() => Keys))
const Late = lateComponent(KEYS)
const isHome = ({ key }: KeyboardEvent) => key === 'Home'

function Page() {
  useHeldKeys(useLatePart(KEYS) !== undefined, isHome)
  return <Late />
}

test('the last key for a part that is not there yet is pressed again once it is, with what was held beside it, and any other goes its way', async () => {
  render(<Page />)
  expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(true)
  expect(fireEvent.keyDown(document.body, { key: 'Home' })).toBe(false)
  expect(fireEvent.keyDown(document.body, { key: 'Home', ctrlKey: true })).toBe(false)
  loading.resolve()
  await screen.findByText('there')
  expect(heard).toEqual(['Home with control'])
  expect(fireEvent.keyDown(document.body, { key: 'Home' })).toBe(true)
  expect(heard).toEqual(['Home with control', 'Home'])
})

const NOWHERE = latePart(() => new Promise<never>(() => {}))

function Waiting() {
  useHeldKeys(useLatePart(NOWHERE) !== undefined, isHome)
  return null
}

test('a key for a part that does not come is the browser’s again after a while', () => {
  vi.useFakeTimers()
  render(<Waiting />)
  expect(fireEvent.keyDown(document.body, { key: 'Home' })).toBe(false)
  vi.advanceTimersByTime(5_000)
  expect(fireEvent.keyDown(document.body, { key: 'Home' })).toBe(true)
  vi.useRealTimers()
})
