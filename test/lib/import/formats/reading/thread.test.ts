import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Linked } from '#lib/import/formats/reading/arrange.ts'
import { Losses } from '#lib/import/formats/reading/losses.ts'
import { threadOf } from '#lib/import/formats/reading/thread.ts'
import type { ImportedMessage } from '#lib/import/imported-chat.ts'

interface Node extends Linked {
  /** How many messages it becomes. */
  pieces: number
  role: 'user' | 'assistant'
}

const node = (id: string, parent: string | null, fields: Partial<Node> = {}): Node => ({
  id,
  parent,
  created_at: null,
  pieces: 1,
  role: 'user',
  ...fields,
})

function grow(nodes: readonly Node[], head: string | null = null, joins = false) {
  const losses = new Losses()
  const thread = threadOf(
    nodes,
    head,
    losses,
    ({ id, role, pieces }) =>
      Array.from({ length: pieces }, (_, index) => ({ role, content: [{ type: 'text', text: `${id} ${index}` }] })),
    { joins },
  )
  return { ...thread, losses: losses.list() }
}

const links = (messages: readonly ImportedMessage[]) => messages.map(({ external_id, parent }) => [external_id, parent])

describe('a thread', () => {
  test('of nodes in any order has parents before children, and older siblings before younger ones', () => {
    const at = (second: number) => ({ created_at: `2026-01-01T00:00:0${second}.000000Z` })
    const nodes = [node('c', 'b', at(1)), node('y', 'a', at(5)), node('b', 'a', at(4)), node('a', null, at(2))]
    expect(links(grow(nodes).messages)).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['y', 'a'],
    ])
  })

  test('hangs what follows a node without messages on what that node follows', () => {
    const nodes = [node('a', null), node('hidden', 'a', { pieces: 0 }), node('b', 'hidden')]
    expect(grow(nodes, 'hidden')).toMatchObject({ head: 'a', losses: [] })
    expect(links(grow(nodes).messages)).toEqual([
      ['a', null],
      ['b', 'a'],
    ])
  })

  test('keeps each of several first questions', () => {
    const nodes = [node('root', null, { pieces: 0 }), node('a', 'root'), node('b', 'root')]
    expect(links(grow(nodes, 'a').messages)).toEqual([
      ['a', null],
      ['b', null],
    ])
  })

  test('survives parents that are not there, circles and ids that occur twice, and counts them', () => {
    const nodes = [
      node('a', null),
      node('lost', 'nowhere'),
      node('x', 'y'),
      node('y', 'x'),
      node('self', 'self'),
      node('a', 'x'),
    ]
    const { messages, head, losses } = grow(nodes)
    expect(links(messages)).toEqual([
      ['a', null],
      ['lost', null],
      ['y', null],
      ['self', null],
      ['x', 'y'],
    ])
    expect(head).toBe('a')
    expect(losses).toEqual([
      { kind: 'repeated_id', count: 1 },
      { kind: 'broken_link', count: 3 },
    ])
  })

  test('has no property of an object for an id', () => {
    const ids = ['__proto__', 'constructor', 'hasOwnProperty']
    const nodes = ids.map((id, index) => node(id, ids[index - 1] ?? null))
    expect(links(grow(nodes, '__proto__').messages)).toEqual([
      ['__proto__', null],
      ['constructor', '__proto__'],
      ['hasOwnProperty', 'constructor'],
    ])
    expect(grow(nodes, '__proto__').head).toBe('__proto__')
  })

  test('may be twenty thousand messages deep', () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => node(`${index}`, index === 0 ? null : `${index - 1}`))
    expect(grow(nodes.toReversed()).messages.map(({ external_id }) => external_id)).toEqual(nodes.map(({ id }) => id))
  })

  test('joins the nodes of one answer, but none that something else follows as well', () => {
    const says = (id: string, parent: string | null) => node(id, parent, { role: 'assistant' })
    const nodes = [says('a', null), says('b', 'a'), says('c', 'b'), says('d', 'b')]
    const { messages, head } = grow(nodes, 'b', true)
    expect(links(messages)).toEqual([
      ['a', null],
      ['c', 'a'],
      ['d', 'a'],
    ])
    expect(messages[0]?.content).toHaveLength(2)
    expect(head).toBe('a')
  })

  test('names the further messages of a node as no other node is named', () => {
    const { messages } = grow([node('a', null, { pieces: 2 }), node('a/2', 'a')])
    expect(links(messages)).toEqual([
      ['a', null],
      ['a/2+', 'a'],
      ['a/2', 'a/2+'],
    ])
  })

  test('is a forest with every node once, whatever the links', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'a/2', '__proto__')
    const anyNode = fc.record({
      id,
      parent: fc.option(fc.oneof(id, fc.constant('nowhere'))),
      created_at: fc.option(fc.constantFrom('2026-01-01T00:00:01.000000Z', '2026-01-01T00:00:02.000000Z')),
      pieces: fc.integer({ min: 0, max: 3 }),
      role: fc.constantFrom('user' as const, 'assistant' as const),
    })
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 12 }), fc.option(id), fc.boolean(), (nodes, head, joins) => {
        const { messages, head: shown } = grow(nodes, head, joins)
        const seen = new Set<string>()
        for (const { external_id, parent } of messages) {
          expect(seen.has(external_id)).toBe(false)
          expect(parent === null || seen.has(parent)).toBe(true)
          seen.add(external_id)
        }
        expect(shown === null ? messages.length === 0 : seen.has(shown)).toBe(true)
        const first = new Map(nodes.toReversed().map((each) => [each.id, each]))
        const said = [...first.values()].flatMap(({ id: own, pieces }) =>
          Array.from({ length: pieces }, (_, index) => `${own} ${index}`),
        )
        const kept = messages.flatMap(({ content }) =>
          content.map((block) => (block.type === 'text' ? block.text : '')),
        )
        expect(kept.toSorted()).toEqual(said.toSorted())
      }),
    )
  })
})
