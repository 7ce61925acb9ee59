import { describe, expect, test } from 'vitest'
import { elementsOf } from '#lib/import/json-elements.ts'

async function* inPieces(text: string, size = 7) {
  const bytes = new TextEncoder().encode(text)
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size)
}

const read = (text: string, at: readonly string[] = [], size?: number) =>
  Array.fromAsync(elementsOf(inPieces(text, size), at))

describe('the elements of an array in a JSON document', () => {
  const VALUES = [{ a: ['ü😀', 1.5e3, null] }, 'two', [], JSON.parse('{"__proto__":{"b":true}}')]

  test.each([1, 2, 3, 7, 1_000])('come one by one, in pieces of %i bytes', async (size) => {
    expect(await read(`\uFEFF${JSON.stringify(VALUES, null, 2)}\n`, [], size)).toEqual(VALUES)
    expect(
      await read(JSON.stringify({ x: { conversations: [1] }, conversations: VALUES }), ['conversations'], size),
    ).toEqual(VALUES)
  })

  test('are none where something else is there', async () => {
    expect(await read('{"a":1,"b":2}')).toEqual([])
    expect(await read('{"conversations":{"a":1}}', ['conversations'])).toEqual([])
    expect(await read('[]')).toEqual([])
    expect(await read('"text"')).toEqual([])
  })

  test('are given before the document is there', async () => {
    async function* endless() {
      yield Buffer.from('[{"n":1}')
      for (;;) yield Buffer.from(',{"n":2}')
    }
    const elements = elementsOf(endless(), [])
    expect((await elements.next()).value).toEqual({ n: 1 })
    expect((await elements.next()).value).toEqual({ n: 2 })
    await elements.return(undefined)
  })

  test.each(['[{"a":1},{"b":', '[{"a":1},{"b":x}]', '[{"a":1}', '[{"a":1}]]'])(
    'end with what is wrong in %s',
    async (text) => {
      const elements: unknown[] = []
      const reading = (async () => {
        for await (const element of elementsOf(inPieces(text), [])) elements.push(element)
      })()
      await expect(reading).rejects.toThrow('the JSON breaks off or is damaged after 1 chats')
      expect(elements).toEqual([{ a: 1 }])
    },
  )

  test('are not gathered beyond what a chat may be', async () => {
    async function* huge() {
      yield Buffer.from('["')
      yield Buffer.alloc(1024 * 1024, 'a')
      // What makes it too long is not read any more.
      yield Buffer.alloc(255 * 1024 * 1024, 'a')
      for (;;) yield Buffer.alloc(1, 'a')
    }
    await expect(elementsOf(huge(), []).next()).rejects.toThrow('larger than any that can be read')
  })
})
