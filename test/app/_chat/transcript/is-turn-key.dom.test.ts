import { afterEach, expect, test } from 'vitest'
import { isTurnKey } from '#app/_chat/transcript/is-turn-key.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

function pressed(key: string, init: KeyboardEventInit = {}, target: HTMLElement = document.body): KeyboardEvent {
  document.body.append(target === document.body ? document.createElement('p') : target)
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...init })
  target.dispatchEvent(event)
  return event
}

function field(value: string): HTMLTextAreaElement {
  return Object.assign(document.createElement('textarea'), { value })
}

const alt = { altKey: true }

test.each([
  ['Home', pressed('Home'), true],
  ['End where words are written', pressed('End', {}, field('')), false],
  ['an arrow alone', pressed('ArrowUp'), false],
  ['Alt with an arrow', pressed('ArrowUp', alt), true],
  ['the same with Control', pressed('ArrowDown', { ...alt, ctrlKey: true }), false],
  ['the same with Shift', pressed('ArrowDown', { ...alt, shiftKey: true }), false],
  ['Alt with an arrow in an empty message field', pressed('ArrowDown', alt, field('')), true],
  ['Alt with an arrow among words', pressed('ArrowDown', alt, field('half a sentence')), false],
  ['Alt with another key', pressed('ArrowLeft', alt), false],
])('%s', (_name, event, isOne) => expect(isTurnKey(event)).toBe(isOne))
