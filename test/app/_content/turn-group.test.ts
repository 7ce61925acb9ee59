import { expect, test } from 'vitest'
import { groupTurns, modelOf, otherModelAsked, sameGroup } from '#app/_content/turn-group.ts'
import { message } from '../_chat/frame-builder.ts'

test('a question and all that answers it are one group; tool results and system messages are not shown by themselves', () => {
  const messages = [
    message('M0', 'system', 'rules'),
    message('M1', 'user', 'a'),
    message('M2', 'assistant', 'b', { model: 'p:m' }),
    message('M3', 'tool', 'c'),
    message('M4', 'assistant', 'd'),
    message('M5', 'user', 'e'),
  ]
  const groups = groupTurns(messages)
  expect(groups.map((group) => [group.question?.id, group.answers.map(({ id }) => id)])).toEqual([
    ['M1', ['M2', 'M4']],
    ['M5', []],
  ])
  expect(groups.map(modelOf)).toEqual(['p:m', null])
})

test('answers whose question is on an older page still have a group', () => {
  const [group] = groupTurns([message('M2', 'assistant', 'b'), message('M3', 'user', 'c')])
  expect(group).toMatchObject({ id: 'M2', question: null })
})

test('a group is the same while its messages are', () => {
  const messages = [message('M1', 'user', 'a'), message('M2', 'assistant', 'b')]
  const [before] = groupTurns(messages)
  const [after] = groupTurns([...messages])
  const [changed] = groupTurns([...messages.slice(0, 1), message('M2', 'assistant', 'c')])
  if (!before || !after || !changed) throw new Error('no groups')
  expect(sameGroup(before, after)).toBe(true)
  expect(sameGroup(before, changed)).toBe(false)
})

test('an answer whose question was deleted is a group of its own, after its own last step and after a result', () => {
  const messages = [
    message('M1', 'user', 'a', { turn_id: 'T1' }),
    message('M2', 'assistant', 'b', { turn_id: 'T1' }),
    message('M3', 'tool', 'c', { turn_id: 'T1' }),
    message('M4', 'assistant', 'd', { turn_id: 'T2' }),
    message('M5', 'assistant', 'e', { turn_id: 'T2' }),
    message('M6', 'user', 'f', { turn_id: 'T3' }),
    message('M7', 'assistant', 'g', { turn_id: 'T4' }),
  ]
  expect(groupTurns(messages).map(({ question, answers }) => [question?.id, answers.map(({ id }) => id)])).toEqual([
    ['M1', ['M2']],
    [undefined, ['M4', 'M5']],
    ['M6', ['M7']],
  ])
})

test.each([
  ['the one that was asked', { chosen_model: 'p:m' }, null],
  ['another one', { chosen_model: 'p:other' }, 'p:other'],
  [
    'the one that was asked when others had failed',
    { chosen_model: 'p:m', instead_of: [{ model: 'p:first' }, { model: 'p:next' }] },
    'p:first',
  ],
])('an answer by %s', (_, said, asked) => {
  const routing = { mode: 'default', reason: '', alternatives_considered: [], ...said } as never
  const [group] = groupTurns([message('M1', 'user', 'a'), message('M2', 'assistant', 'b', { model: 'p:m', routing })])
  expect(group && otherModelAsked(group)).toBe(asked)
})
