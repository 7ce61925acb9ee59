import { expect, test } from 'vitest'
import { presetAbout } from '#app/_chat/presets/preset-about.ts'
import { presetStart, startNote } from '#app/_chat/presets/preset-start.ts'
import { english } from '#app/_texts/english/first.ts'
import { model } from '../model-builder.ts'

const PRESET = {
  id: 'P1',
  name: 'To German',
  model: 'one:big',
  system_prompt: 'Translate.',
  settings: { temperature: 0.2, tools: false },
}
const WISHES = { settings: PRESET.settings, system_prompt: 'Translate.' }

test('a chat begins with copies of all that a preset holds', () => {
  const start = presetStart(PRESET, [model('one:big')])
  expect(start).toEqual({ preset: PRESET, model: 'one:big', wishes: WISHES })
  expect(start.wishes.settings).not.toBe(PRESET.settings)
  expect(startNote(english, start, [model('one:big')])).toBe('This chat begins with the preset “To German”.')
})

test.each([
  ['is in no list', [], 'This chat begins with the preset “To German” but for its model: big is not here.'],
  [
    'has no key',
    [model('one:big', { configured: false, provider_label: 'One' })],
    'This chat begins with the preset “To German” but for its model: One, whose model BIG is, is not set up.',
  ],
])('where its model %s, it says so and the chat begins with the rest', (_, models, note) => {
  const start = presetStart(PRESET, models)
  expect(start).toEqual({ preset: PRESET, model: null, wishes: WISHES })
  expect(startNote(english, start, models)).toBe(note)
})

test('what it holds is said in a line', () => {
  expect(presetAbout(english, PRESET, [model('one:big')])).toBe('BIG, temperature 0.2, no tools')
  expect(presetAbout(english, { ...PRESET, model: null, settings: {} }, [])).toBe('Default model')
})
