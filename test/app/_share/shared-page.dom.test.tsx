import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SharedPage } from '#app/_share/shared-page.tsx'
import type { SharedView } from '#app/_share/shared-view.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'

const HASH = 'a'.repeat(64)
const hidden = { type: 'hidden' } as unknown as ContentBlock

let count = 0
function message(role: PublicMessage['role'], content: ContentBlock[], metadata: PublicMessage['metadata'] = {}) {
  count += 1
  const id = `M${count}`
  const created_at = '2026-11-22T10:00:00.000000Z'
  return {
    id,
    session_id: 'S',
    parent_id: null,
    role,
    content,
    metadata,
    created_at,
    schema_version: 1,
  } as PublicMessage
}

const text = (words: string): ContentBlock => ({ type: 'text', text: words })

function view(messages: PublicMessage[]): SharedView {
  return {
    address: '/s/token',
    title: 'Dew point',
    sharedOn: { iso: '2026-11-22', words: '22 November 2026' },
    endsOn: '22 December 2026',
    systemPrompt: null,
    messages,
    models: {
      'demo:a': { provider: 'demo', label: 'Model A' },
      'demo:b': { provider: 'demo', label: 'Model B' },
    },
    takingPart: [{ model: { provider: 'demo', label: 'Model A' }, answers: 1 }],
    costs: null,
    fingerprint: 'f'.repeat(64),
    hiddenParts: 0,
  }
}

function pageOf(messages: PublicMessage[]): string {
  return renderToString(<SharedPage view={view(messages)} />)
}

describe('the page of a share, as the server renders it,', () => {
  test('holds Markdown as it is read, with code in its colours and formulas as MathML', () => {
    const page = pageOf([
      message('user', [text('How **long**?')]),
      message('assistant', [text('It takes **$t$** seconds:\n\n$$\nt = \\sqrt{h}\n$$\n\n```ts\nconst a = 1\n```')]),
    ])
    expect(page).toContain('How **long**?')
    expect(page).toContain('<strong>')
    expect(page).toMatch(
      /<math[^>]*><semantics><mrow><mi>t<\/mi><mo>=<\/mo><msqrt><mi>h<\/mi><\/msqrt><\/mrow><\/semantics><\/math>/,
    )
    expect(page).toContain('<span class="hljs-keyword">const</span>')
  })

  test('has what is folded in it: thoughts, and calls with what came of them', () => {
    const page = pageOf([
      message('assistant', [
        { type: 'thinking', text: 'a deep thought' },
        { type: 'tool_use', id: 'tu', name: 'calculator', input: { expression: '2*21' } },
      ]),
      message('tool', [{ type: 'tool_result', tool_use_id: 'tu', content: [text('fortytwo')] }]),
    ])
    expect(page).toContain('a deep thought')
    expect(page).toContain('2*21')
    expect(page).toContain('fortytwo')
    expect(page.match(/<details/g)).toHaveLength(2)
  })

  test('has a search in it, and what an answer stands on', () => {
    const tides = { url: 'https://a.test/tides', title: 'Two tides a day', cited_text: 'There are two.' }
    const page = pageOf([
      message('assistant', [
        { type: 'hosted_tool', tool: 'web_search', name: 'web_search', input: { query: 'tides' }, status: 'completed' },
        { type: 'text', text: 'There are two.', citations: [tides] },
      ]),
    ])
    expect(page).toContain('Searched the web')
    expect(page).toMatch(/<section aria-label="Sources"[^>]*>.*href="https:\/\/a\.test\/tides"[^>]*>Two tides a day</s)
  })

  test('says where the model changed', () => {
    const turn = (model: string) => [message('user', [text('?')]), message('assistant', [text('!')], { model })]
    const page = pageOf([...turn('demo:a'), ...turn('demo:a'), ...turn('demo:b')])
    expect(page.match(/ was followed by /g)).toHaveLength(1)
  })

  test('has an address for each message, and a link to it', () => {
    const [question, answer] = [message('user', [text('?')]), message('assistant', [text('!')])]
    const page = pageOf([question, answer])
    for (const { id } of [question, answer]) {
      expect(page).toContain(`id="m-${id}"`)
      expect(page).toContain(`href="#m-${id}"`)
    }
  })

  test('has its pictures from an address of the share, and offers nothing of a chat', () => {
    const image = (kind: 'file_ref' | 'url', data: string): ContentBlock => ({
      type: 'image',
      media_type: 'image/png',
      source: { kind, data },
    })
    const page = pageOf([
      message('user', [image('file_ref', `share/${HASH}`), image('url', 'https://elsewhere.test/a.png')]),
    ])
    expect(page).toContain(`src="/s/token/files/${HASH}"`)
    expect(page).not.toContain('src="https')
    expect(page).not.toContain('Attach a copy')
  })

  test('says of what is not shown that it is not, and nothing else', () => {
    const page = pageOf([
      message('user', [text('?'), hidden]),
      message('assistant', [
        hidden,
        { type: 'tool_use', id: 'tu', name: 'calculator', input: {}, input_hidden: true } as ContentBlock,
      ]),
      message('tool', [{ type: 'tool_result', tool_use_id: 'tu', content: [hidden] }]),
    ])
    expect(page.match(/Not shared/g)).toHaveLength(4)
    expect(page).not.toContain('{}')
  })
})
