import { expect, test } from 'vitest'
import { COMMANDS } from '#app/_chat/commands/command.ts'
import { keyNames } from '#app/_chat/commands/key-names.ts'
import { isPressed } from '#app/_chat/commands/keys.ts'
import { english } from '#app/_texts/english/late.ts'
import { german } from '#app/_texts/german/late.ts'

const NONE = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

test('keys are met with what must be held and without anything else', () => {
  const { palette, new_chat, help, send, line_break } = COMMANDS
  expect(isPressed({ ...NONE, key: 'k', code: 'KeyK', metaKey: true }, palette.keys)).toBe(true)
  expect(isPressed({ ...NONE, key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, palette.keys)).toBe(false)
  expect(isPressed({ ...NONE, key: 'k', code: 'KeyK' }, palette.keys)).toBe(false)
  expect(isPressed({ ...NONE, key: 'O', code: 'KeyO', ctrlKey: true, shiftKey: true }, new_chat.keys)).toBe(true)
  for (const shiftKey of [true, false]) expect(isPressed({ ...NONE, key: '?', shiftKey }, help.keys)).toBe(true)
  expect(isPressed({ ...NONE, key: 'Enter', shiftKey: true }, send.keys)).toBe(false)
  expect(isPressed({ ...NONE, key: 'Enter', shiftKey: true }, line_break.keys)).toBe(true)
  const { turn_before } = COMMANDS
  expect(isPressed({ ...NONE, key: 'ArrowUp', altKey: true }, turn_before.keys)).toBe(true)
  expect(isPressed({ ...NONE, key: 'ArrowUp' }, turn_before.keys)).toBe(false)
})

test('keys are called what stands on them', () => {
  const { keys } = english.commands
  expect(keyNames(COMMANDS.new_chat.keys, true, keys)).toEqual(['⌘', '⇧', 'O'])
  expect(keyNames(COMMANDS.new_chat.keys, false, keys)).toEqual(['Ctrl', 'Shift', 'O'])
  expect(keyNames(COMMANDS.stop.keys, false, keys)).toEqual(['Esc'])
  expect(keyNames(COMMANDS.new_chat.keys, false, german.commands.keys)).toEqual(['Strg', 'Umschalt', 'O'])
  expect(keyNames(COMMANDS.turn_after.keys, false, keys)).toEqual(['Alt', '↓'])
  expect(keyNames(COMMANDS.turn_after.keys, true, keys)).toEqual(['⌥', '↓'])
  expect(keyNames(COMMANDS.first.keys, false, german.commands.keys)).toEqual(['Pos1'])
})
