import { describe, expect, test } from 'vitest'
import type { Role } from '#lib/canonical/role.ts'
import { type MapPlace, mapBranches } from '#lib/session/branch-map.ts'
import type { TreeMessage } from '#lib/store/store.ts'

/** `q1` follows nothing; `a1<q1` follows it. A letter is a role, and what has one turn has one number before a dot. */
function tree(text: string): TreeMessage[] {
  const roles: Record<string, Role> = { q: 'user', a: 'assistant', t: 'tool', s: 'system' }
  return text.split(' ').map((each) => {
    const [id = '', parent_id = null] = each.split('<')
    return { id, parent_id, role: roles[id[0] ?? ''] ?? 'user', turn_id: id.slice(1).split('.')[0] ?? null }
  })
}

const draw = (rows: readonly MapPlace[]) =>
  rows.map((row) => {
    const beside = '  '.repeat(row.depth) + (row.is_active ? '* ' : '- ')
    if (row.kind === 'folded') return `${beside}${row.count} more`
    const version = row.version ? ` ${row.version.index + 1}/${row.version.total}` : ''
    return `${beside}${row.id}${row.last === row.id ? '' : `..${row.last}`}${version}${row.begins ? ' begins' : ''}`
  })

/** One question and one answer after the other. */
const long = (from: number, to: number, first?: string) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
    .map((n, index) => {
      const before = index === 0 ? first : `a${n - 1}`
      return `q${n}${before === undefined ? '' : `<${before}`} a${n}<q${n}`
    })
    .join(' ')

describe('the map of a chat', () => {
  test('of one path is its beginning and its end, and what lies between is folded', () => {
    expect(draw(mapBranches(tree(long(1, 10)), 'a10'))).toEqual(['* q1', '* 17 more', '* q10', '* a10'])
    expect(draw(mapBranches(tree(long(1, 2)), 'a2'))).toEqual(['* q1', '* a1', '* q2', '* a2'])
    expect(mapBranches([], null)).toEqual([])
  })

  test('has all steps of an answer as one', () => {
    const steps = tree('q1 a1.1<q1 t1.2<a1.1 a1.3<t1.2 q2<a1.3 a2<q2')
    expect(draw(mapBranches(steps, 'a2'))).toEqual(['* q1', '* a1.1..a1.3', '* q2', '* a2'])
    // Of two turns they are two: the question between them was deleted.
    expect(draw(mapBranches(tree('q1 a1<q1 a2<a1'), 'a2'))).toEqual(['* q1', '* a1', '* a2'])
  })

  test('leads the active path straight down, and has other versions beside it with all that follows them', () => {
    const messages = tree(`${long(1, 1)} q2<a1 a2<q2 q3<a1 a3<q3 q4<a3 a4<q4 q5<a1 a5<q5 q6<a3 a6<q6`)
    expect(draw(mapBranches(messages, 'a2'))).toEqual([
      '* q1',
      '* a1',
      '  - q3 2/3 begins',
      '  - a3',
      '    - q4 1/2 begins',
      '    - a4',
      '  - q6 2/2',
      '  - a6',
      '  - q5 3/3 begins',
      '  - a5',
      '* q2 1/3',
      '* a2',
    ])
  })

  test('keeps the neighbours of a branch, also where the first question has versions and where a branch is long', () => {
    const roots = tree(`${long(1, 10)} q20 a20<q20`)
    expect(draw(mapBranches(roots, 'a20'))).toEqual([
      '  - q1 1/2 begins',
      '  - a1',
      '  - 16 more',
      '  - q10',
      '  - a10',
      '* q20 2/2',
      '* a20',
    ])
    const late = tree(`${long(1, 9)} q91<a5 a91<q91`)
    expect(draw(mapBranches(late, 'a9'))).toEqual([
      '* q1',
      '* 7 more',
      '* q5',
      '* a5',
      '  - q91 2/2 begins',
      '  - a91',
      '* q6 1/2',
      '* a6',
      '* 4 more',
      '* q9',
      '* a9',
    ])
  })

  test('of thousands of messages on thousands of branches is no longer than can be drawn', () => {
    const versions = Array.from({ length: 3_000 }, (_, n) => `q${10_000 + n}<a1 a${10_000 + n}<q${10_000 + n}`)
    const rows = mapBranches(tree(`${long(1, 1)} ${versions.join(' ')}`), 'a12999')
    expect(rows).toHaveLength(1_003)
    expect(draw(rows.slice(-3))).toEqual(['  - 5000 more', '* q12999 3000/3000', '* a12999'])
    const deep = mapBranches(tree(long(10_000, 19_999)), 'a19999')
    expect(draw(deep)).toEqual(['* q10000', '* 19997 more', '* q19999', '* a19999'])
  })

  test('shows what is folded from a message on that is opened, so many at a time, and folds the rest', () => {
    const messages = tree(long(1, 10))
    const folds = mapBranches(messages, 'a10').flatMap((row) => (row.kind === 'folded' ? row.from : []))
    expect(folds).toEqual(['a1'])
    const all = Array.from({ length: 10 }, (_, n) => [`* q${n + 1}`, `* a${n + 1}`]).flat()
    expect(draw(mapBranches(messages, 'a10', new Set(['a1'])))).toEqual(all)
    expect(draw(mapBranches(messages, 'a10', new Set(['a8'])))).toEqual(['* q1', '* 14 more', ...all.slice(15)])
    expect(draw(mapBranches(messages, 'a10', new Set(['nobody'])))).toEqual(['* q1', '* 17 more', '* q10', '* a10'])

    const deep = tree(long(1_000, 1_999))
    const opened = mapBranches(deep, 'a1999', new Set(['a1000']))
    expect(opened).toHaveLength(1 + 200 + 1 + 2)
    expect(opened[201]).toMatchObject({ kind: 'folded', count: 1_797, from: 'a1100' })
    const further = mapBranches(deep, 'a1999', new Set(['a1000', 'a1100']))
    expect(further[401]).toMatchObject({ kind: 'folded', count: 1_597, from: 'a1200' })
  })

  test('opens nothing of what is only counted because it is more than can be drawn', () => {
    const versions = Array.from({ length: 3_000 }, (_, n) => `q${10_000 + n}<a1 a${10_000 + n}<q${10_000 + n}`)
    const rows = mapBranches(tree(`${long(1, 1)} ${versions.join(' ')}`), 'a12999')
    expect(rows.filter((row) => row.kind === 'folded').map(({ from }) => from)).toEqual([null])
  })
})
