import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Citation } from '#lib/canonical/hosted-tool.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import { assistant, call, text, toolMessage, user } from '#test/support/message-builder.ts'
import { recorded } from '#test/support/recorded-history.ts'

const BY = 'only maker:model understands it'
const IN_WORDS = `${BY}: its sources are named in words`
const PAGE: Citation = { url: 'https://a.test/', title: 'A page', cited_text: null }
const NAMED = 'Sources:\n- A page: https://a.test/'
const picture: ContentBlock = {
  type: 'image',
  source: { kind: 'base64', data: 'iVBORw0KGgoAAAANSUhEUg==' },
  media_type: 'image/png',
}
const cited = (content: string, citations: Citation[] = [PAGE]) => ({ ...text(content), citations })

/** How an answer by another maker's model goes to one that knows nothing of it. */
function projected(content: ContentBlock[], provider_raw?: JsonObject, target: Parameters<typeof recorded>[1] = {}) {
  const metadata: MessageMetadata = { provider: 'maker', model: 'maker:model' }
  if (provider_raw) metadata.provider_raw = provider_raw
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [toolMessage(block.id)] : []))
  const { contents, records } = recorded([assistant(content, metadata), ...calls, user('Go on')], target)
  return { content: contents[0]?.[1], records }
}

describe('sources', () => {
  test('stand right behind the last text, in front of a picture', () => {
    expect(projected([cited('In 1995.'), picture])).toEqual({
      content: [text('In 1995.'), text(`\n\n${NAMED}`), picture],
      records: [[0, 'citations', 'converted', IN_WORDS]],
    })
  })

  test('stand in front of a call, though text follows it', () => {
    expect(projected([cited('Look.'), call('tu_1'), text('Wait.')]).content).toEqual([
      text('Look.'),
      text(`\n\n${NAMED}`),
      call('tu_1'),
      text('Wait.'),
    ])
  })

  test('without an address or a name are what was quoted', () => {
    const quote: Citation = { url: null, title: null, cited_text: 'Ruby came in 1995.' }
    expect(projected([cited('In 1995.', [quote])]).content).toEqual([
      text('In 1995.'),
      text('\n\nSources:\n- “Ruby came in 1995.”'),
    ])
  })

  test('are not read out of a block that this version does not know', () => {
    const novel = { type: 'hologram', citations: ['https://a.test/'] } as unknown as ContentBlock
    expect(projected([text('So'), novel])).toEqual({
      content: [text('So')],
      records: [[0, 'hologram', 'dropped', 'a block type that this version does not know']],
    })
  })
})

describe('what is kept of a call', () => {
  const freeText = (index: number) => ({
    format: 'openai.responses',
    fields: [{ index, item: { type: 'custom_tool_call' }, arguments: 'SELECT 1' }],
  })

  test('makes its text the input of that call alone', () => {
    const content = [text('Two.'), { ...call('tu_1', 'sql'), raw_input: 'SELECT 1' }, call('tu_2', 'add', { a: 1 })]
    expect(projected(content, freeText(1)).content).toEqual([
      text('Two.'),
      call('tu_1', 'sql', { input: 'SELECT 1' }),
      call('tu_2', 'add', { a: 1 }),
    ])
  })

  test('changes nothing where there is no call at its place', () => {
    expect(projected([text('Two.')], freeText(0)).content).toEqual([text('Two.')])
  })
})

test('a target that reads no format of others loses what was kept by its type', () => {
  const summary = { index: 0, block: { type: 'compaction', content: 'Sum.' } }
  const kept = { format: 'anthropic.messages', blocks: [summary] }
  expect(projected([text('So')], kept, { extras: undefined })).toEqual({
    content: [text('So')],
    records: [[0, 'compaction', 'dropped', BY]],
  })
})
