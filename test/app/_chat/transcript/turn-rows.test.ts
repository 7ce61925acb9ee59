import { describe, expect, test } from 'vitest'
import { groupOf, wholePath } from '#app/_chat/transcript/turn-rows.ts'
import { pageOf } from '#app/_chat/transcript/use-row-messages.ts'
import { message } from '../frame-builder.ts'

const outlined = (id: string, role: 'user' | 'assistant' | 'tool' | 'system', size = 100) => ({
  id,
  role,
  size,
  created_at: `2026-11-21T12:00:00.00000${id.slice(1)}Z`,
})
const ABOVE = [
  outlined('M1', 'user', 10),
  outlined('M2', 'assistant'),
  outlined('M3', 'tool'),
  outlined('M4', 'assistant'),
]
const END = [message('M5', 'user', 'second'), message('M6', 'assistant', 'answer')]
const known = new Map(END.map((each) => [each.id, each]))

describe('the rows of a conversation', () => {
  test('are its turns from the first one on, those that are only outlined too', () => {
    const path = wholePath(ABOVE, END, null)
    expect(path.ids).toEqual(['M1', 'M2', 'M3', 'M4', 'M5', 'M6'])
    expect(path.rows).toEqual([
      { id: 'M1', from: 0, to: 4, size: 210, began: ABOVE[0]?.created_at, ended: ABOVE[3]?.created_at },
      { id: 'M5', from: 4, to: 6, size: 12, began: END[0]?.created_at, ended: END[1]?.created_at },
    ])
    expect([...path.rowOf.values()]).toEqual([0, 0, 0, 0, 1, 1])
    expect(groupOf(path, path.rows[0], known)).toBeNull()
    expect(groupOf(path, path.rows[1], known)).toEqual({ id: 'M5', question: END[0], answers: [END[1]] })
  })

  test('begin with an answer whose question was deleted, also where the one before is only outlined', () => {
    const ended = (id: string, turn_id: string) => ({ ...outlined(id, 'assistant'), turn_id })
    const above = [outlined('M1', 'user'), ended('M2', 'T1'), outlined('M3', 'assistant'), ended('M4', 'T2')]
    const rowsOf = (turn_id: string) =>
      wholePath(above, [message('M5', 'assistant', 'end', { turn_id })], null).rows.map(({ id }) => id)
    expect(rowsOf('T2')).toEqual(['M1', 'M3'])
    expect(rowsOf('T3')).toEqual(['M1', 'M3', 'M5'])
  })

  test('end where a question that is asked begins a branch, also above what is here', () => {
    const asked = (parent_id: string | null) =>
      wholePath(ABOVE, END, { content: [{ type: 'text', text: 'anew' }], parent_id, message_id: null }).ids
    expect(asked('M4')).toEqual(['M1', 'M2', 'M3', 'M4'])
    expect(asked(null)).toEqual([])
  })

  test('ask for the page that ends with the last message that is missing among those that are shown', () => {
    const path = wholePath(ABOVE, END, null)
    expect(pageOf(path, known, { start: 0, end: 2 })).toEqual({ before: 'M5', limit: 60 })
    expect(pageOf(path, known, { start: 1, end: 2 })).toBeNull()
    expect(pageOf(path, new Map([...known, ['M4', message('M4', 'assistant', 'here')]]), { start: 0, end: 2 })).toEqual(
      {
        before: 'M4',
        limit: 60,
      },
    )
  })
})
