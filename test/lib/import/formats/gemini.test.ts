import { describe, expect, test } from 'vitest'
import { markdownOfHtml } from '#lib/import/formats/reading/html-markdown.ts'
import { chatsOf, formatOf, onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

const entry = (title: string, time: string, fields: Record<string, unknown> = {}) => ({
  header: 'Gemini Apps',
  products: ['Gemini Apps'],
  title,
  time,
  safeHtmlItem: [{ html: '<p>Two.</p>' }],
  ...fields,
})
const MORNING = '2026-02-02T07:24:02.806Z'
const NOON = '2026-02-02T12:00:00.000Z'

describe("Gemini's log", () => {
  test('is a chat for each prompt, with its answers side by side', () => {
    const chat = onlyChatOf([
      entry('Prompted Name a number.', MORNING, { safeHtmlItem: [{ html: '<p>Two.</p>' }, { html: '<p>Three.</p>' }] }),
    ])
    expect(saidIn(pathOf(chat))).toEqual(['user: Name a number.', 'assistant: Three.'])
    expect(chat.messages.map(({ parent }) => parent)).toEqual([
      null,
      chat.messages[0]?.external_id,
      chat.messages[0]?.external_id,
    ])
    expect(chat).toMatchObject({ created_at: '2026-02-02T07:24:02.806000Z', losses: [{ kind: 'thread', count: 1 }] })
  })

  test('has the prompts of one conversation in one chat, the oldest first, where it names the conversation', () => {
    const details = [{ name: 'Conversation', url: 'https://gemini.google.com/app/4f2a' }]
    const log = [entry('Prompted And then?', NOON, { details }), entry('Prompted First.', MORNING, { details })]
    const chat = onlyChatOf(log)
    expect(chat).toMatchObject({ external_id: '4f2a', losses: [] })
    expect(saidIn(pathOf(chat))).toEqual(['user: First.', 'assistant: Two.', 'user: And then?', 'assistant: Two.'])
  })

  test('names a chat the same after newer prompts were put in front, and tells two of one second apart', () => {
    const old = [entry('Prompted One.', MORNING), entry('Prompted Two.', MORNING)]
    const ids = (log: unknown[]) => chatsOf(log).map(({ external_id }) => external_id)
    expect(ids([entry('Prompted New.', NOON), ...old]).slice(1)).toEqual(ids(old))
    expect(new Set(ids(old)).size).toBe(2)
  })

  test('passes over what is no prompt and what other products did', () => {
    const others = [
      entry('Gave feedback: Good response', NOON, { safeHtmlItem: undefined }),
      entry('Watched a video', NOON, { header: 'YouTube', products: ['YouTube'] }),
      null,
    ]
    expect(chatsOf([...others, entry('Prompted One.', MORNING)])).toHaveLength(1)
    expect(formatOf(others)?.source).toBeUndefined()
  })

  test('has its pictures and files where they are in the archive, and their places where not', () => {
    const log = [entry('Prompted ', NOON, { imageFile: ['seen.png'], attachedFiles: ['notes.txt', 'gone.txt', 5] })]
    const names = ['Takeout/My Activity/Gemini Apps/seen.png', 'notes.txt']
    const chat = onlyChatOf(log, { names, sides: new Map() })
    expect(saidIn(pathOf(chat))).toEqual(['user: [image] [document] [unsupported]', 'assistant: Two.'])
    expect(chat.losses).toContainEqual({ kind: 'missing_file', count: 1, detail: 'gone.txt' })
  })

  const facts = factsOf('import-examples/gemini-takeout-MyActivity.json')
  test.skipIf(facts === null)('is read from the example', () => {
    expect(chatsOf(JSON.parse(facts ?? ''))).toHaveLength(2)
  })
})

describe('HTML as Markdown', () => {
  test.each([
    ['paragraphs', '<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['headings and marks', '<h2>A <b>b</b></h2><p><em>c</em></p>', '## A **b**\n\n*c*'],
    ['lists in lists', '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>', '- a\n\n   1. b\n   2. c\n\n- d'],
    ['code as it stands', '<pre><code class="language-js">a  <b>\n  *c*</code></pre>', '```js\na  \n  *c*\n```'],
    ['code in words', '<p>Run <code>x y</code></p>', 'Run `x y`'],
    [
      'links into the web alone',
      '<a href="https://a.test/x y">a</a> <a href="javascript:1">b</a>',
      '[a](<https://a.test/x%20y>) b',
    ],
    [
      'tables by their cells',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | b\n| 1 | 2',
    ],
    ['characters that mean something', '<p>2 * 3 &lt; [x] _y_</p>', '2 \\* 3 \\< \\[x\\] \\_y\\_'],
    ['nothing that runs', '<script>x()</script><style>y</style><img src=x onerror=z><svg><p>q</p></svg>ok', 'ok'],
    ['a page without an end', '<pre>a<ul><li>', '```\na\n```'],
  ])('has %s', (_what, html, markdown) => {
    expect(markdownOfHtml(html)).toBe(markdown)
  })

  test('keeps what stands in front of a hundred thousand open tags', () => {
    expect(markdownOfHtml(`<p>Said.</p>${'<div><ul><li>'.repeat(100_000)}x`)).toMatch(/^Said\./)
  })
})
