import { describe, expect, test } from 'vitest'
import { citedText } from '#lib/import/formats/chatgpt/citation.ts'
import { Losses } from '#lib/import/formats/reading/losses.ts'
import { conversation, words } from '#test/support/chatgpt-builder.ts'
import { onlyChatOf } from '#test/support/imported.ts'

const mark = (what: string) => `\uE200cite\uE202${what}\uE201`
const page = (url: string) => ({ title: 'A page', url })

function cited(text: string, metadata: Record<string, unknown> = {}) {
  const losses = new Losses()
  return { ...citedText(text, metadata, losses), losses: losses.list() }
}

describe('a mark of sources in an answer', () => {
  test('is taken out, and its source stands for the sentence before it', () => {
    const words = mark('turn0search0')
    const metadata = {
      content_references: [{ matched_text: words, start_idx: 30, end_idx: 49, items: [page('https://a.test')] }],
    }
    expect(cited(`One. It is named after the heron.${words} More.`, metadata)).toEqual({
      type: 'text',
      text: 'One. It is named after the heron. More.',
      citations: [{ url: 'https://a.test', title: 'A page', start: 5, end: 33 }],
      losses: [],
    })
  })

  test('that occurs twice has its own source each time', () => {
    const same = mark('turn0search0')
    const reference = (url: string) => ({ matched_text: same, start_idx: -1, items: [page(url)] })
    const { citations } = cited(`A.${same} B.${same}`, {
      content_references: [reference('https://a.test'), reference('https://b.test')],
    })
    expect(citations).toMatchObject([{ url: 'https://a.test' }, { url: 'https://b.test' }])
  })

  test('in brackets is found by its position, or else by its number', () => {
    const citation = (start_ix: number, url: string) => ({ start_ix, metadata: { ...page(url), text: 'quoted' } })
    const text = 'A heron.【1†source】 And an otter.【2†source】'
    for (const [first, second] of [
      [8, 32],
      [1, 2],
    ] as const) {
      const said = cited(text, { citations: [citation(first, 'https://a.test'), citation(second, 'https://b.test')] })
      expect(said.text).toBe('A heron. And an otter.')
      expect(said.citations).toMatchObject([
        { url: 'https://a.test', cited_text: 'quoted', start: 0, end: 8 },
        { url: 'https://b.test', start: 9, end: 22 },
      ])
    }
  })

  test('without a source is taken out and counted, and what else stands between such characters with it', () => {
    const said = cited(
      `Birds${mark('turn0')} \uE203of\uE204 prey\uE206.【3†source】 \uE200image_group\uE202{"a":1}\uE201`,
    )
    expect(said).toEqual({ type: 'text', text: 'Birds of prey. ', losses: [{ kind: 'citation', count: 3 }] })
  })

  test('leaves other brackets and other private characters alone', () => {
    const text = '【鳥】は \uF8FF.'
    expect(cited(text)).toEqual({ type: 'text', text, losses: [] })
  })

  test('names only what can be opened, and a file by its name', () => {
    const words = mark('turn0file0')
    const items = [page('javascript:alert(1)'), { name: 'notes.txt' }, 'no item', null]
    expect(cited(`A.${words}`, { content_references: [{ matched_text: words, items }] }).citations).toEqual([
      { title: 'A page', start: 0, end: 2 },
      { title: 'notes.txt', start: 0, end: 2 },
    ])
  })

  test('stands beside footnotes, which are of the whole text', () => {
    const sources = [page('https://a.test'), page('https://b.test')]
    const said = cited('A.', { content_references: [{ type: 'sources_footnote', matched_text: ' ', sources }] })
    expect(said.citations).toEqual(sources)
  })

  test.each([
    [{ content_references: 'none', citations: 7 }],
    [{ content_references: [null, 3, { matched_text: 5 }], citations: [null, 'x'] }],
    [{ content_references: [{ items: { url: 'https://a.test' } }] }],
  ])('is read from whatever stands there: %j', (metadata) => {
    expect(cited(`A.${mark('x')}`, metadata).text).toBe('A.')
  })
})

test('private characters stay in what a person wrote', () => {
  const text = `My font has \uE200 and \uE201.`
  const chat = onlyChatOf([conversation({ q: { content: words(text) } })])
  expect(chat.messages[0]?.content).toEqual([{ type: 'text', text }])
})
