import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadChatError, type ImportFormat, NO_FILES } from '#lib/import/format.ts'
import { IMPORT_FORMATS } from '#lib/import/formats/formats.ts'
import { conversation } from '#test/support/chatgpt-builder.ts'
import { expectSound } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

/** A chat of each format whose every field is there, small. */
const SEEDS: unknown[] = [
  conversation(
    {
      q: { metadata: { attachments: [{ id: 'x', name: 'a.png', mime_type: 'image/png' }] } },
      call: {
        role: 'assistant',
        recipient: 'python',
        content: { content_type: 'code', language: 'python', text: '1' },
      },
      out: { role: 'tool', name: 'python', content: { content_type: 'execution_output', text: '1' } },
      a: { role: 'assistant', metadata: { content_references: [{ matched_text: 'x', items: [] }], model_slug: 'm' } },
    },
    { default_model_slug: 'm' },
  ),
  {
    uuid: 'u',
    name: 'n',
    chat_messages: [{ uuid: 'm', sender: 'human', content: [{ type: 'text', text: 'x', citations: [] }] }],
  },
  {
    uuid: 'u',
    chat_messages: [
      {
        uuid: 'a',
        sender: 'assistant',
        content: [
          { type: 'tool_use', id: 'x', name: 'n', input: {} },
          { type: 'tool_result', tool_use_id: 'x', content: [] },
        ],
      },
    ],
  },
  {
    conversationId: 'c',
    messages: [
      {
        messageId: 'm',
        parentMessageId: null,
        isCreatedByUser: false,
        content: [{ type: 'text', text: 'x' }],
        files: [{}],
      },
    ],
  },
  {
    id: 'o',
    chat: {
      history: {
        messages: {
          q: { role: 'user', content: 'x', files: [{}] },
          a: { role: 'assistant', parentId: 'q', content: 'y', output: [], sources: [] },
        },
        currentId: 'a',
      },
    },
  },
  {
    chunkedPrompt: {
      chunks: [
        { role: 'user', text: 'x' },
        { role: 'model', text: 'y', isThought: true },
      ],
    },
  },
  {
    version: 4,
    history: [{ id: 'c', messages: [{ role: 'user', content: 'x' }], folderId: 'f' }],
    folders: [{ id: 'f' }],
  },
  { data: { chats: [{ chatID: 'c', messages: [{ role: 'user', content: 'x' }] }], folders: [{ id: 'f' }] } },
  { chatID: 'c', messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }], tags: ['t'] },
  [
    {
      header: 'Gemini Apps',
      title: 'Prompted x',
      time: '2026-02-02T07:24:02.806Z',
      safeHtmlItem: [{ html: '<p>x</p>' }],
      details: [{ url: 'https://gemini.google.com/app/1' }],
      imageFile: ['x'],
    },
  ],
  {
    conversations: [{ id: 'c', messages: [{ role: 'assistant', fragments: [{ part: { pt: 'text', text: 'x' } }] }] }],
    folders: { folders: [{ conversationIds: ['c'] }] },
  },
  {
    exportType: 'all',
    state: {
      sessions: [{ id: 's', config: {} }],
      topics: [{ id: 't', title: 't' }],
      messages: [{ id: 'm', sessionId: 's', topicId: 't', role: 'assistant', content: 'x', tools: [{ id: 'y' }] }],
    },
  },
  { conversation: { id: 'c' }, responses: [{ response: { _id: 'r', sender: 'human', message: 'x' } }] },
  { _id: 'h', messages: [{ id: 'm', from: 'user', content: 'x', ancestors: [], files: ['x'] }] },
  {
    messages: [
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'x' }],
        tool_calls: [{ id: 'x', function: { name: 'n', arguments: '{}' } }],
      },
    ],
  },
  {
    messages: [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: 'y' }] }] },
    ],
  },
]

/** Any value of the kinds that JSON has, the nasty ones included. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    'x',
    '__proto__',
    '\u0000',
    '\ud800',
    'constructor',
    0,
    -1,
    1e308,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
    [null],
    [[]],
  ),
  fc.jsonValue(),
)

/** One of these with a few of its values, wherever they stand, replaced. */
const damaged = (seeds: readonly unknown[]) =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 4 }))
    .map(([seed, changes]) =>
      changes.reduce<unknown>((value, [place, other]) => withReplaced(value, place, other), seed),
    )

function withReplaced(seed: unknown, place: number, other: unknown): unknown {
  const value = structuredClone(seed)
  const places: [Record<string, unknown>, string][] = []
  const walk = (at: unknown) => {
    if (typeof at !== 'object' || at === null) return
    for (const key of Object.keys(at)) {
      places.push([at as Record<string, unknown>, key])
      walk((at as Record<string, unknown>)[key])
    }
  }
  walk(value)
  const [holder, key] = places[place % Math.max(1, places.length)] ?? []
  if (holder && key !== undefined)
    Object.defineProperty(holder, key, { value: other, enumerable: true, configurable: true, writable: true })
  return value
}

function expectRead(format: ImportFormat, value: unknown): void {
  try {
    const chat = format.convert(value, NO_FILES)
    if (chat) expectSound(chat)
  } catch (error) {
    expect(error).toBeInstanceOf(BadChatError)
  }
}

const NAMED = IMPORT_FORMATS.map((format) => [`${format.source} at ${JSON.stringify(format.at)}`, format] as const)

describe.each(NAMED)('%s', (_name, format) => {
  const own = SEEDS.filter((seed) => format.recognises([seed]))

  test('makes a sound chat of a damaged one, or says why it is none', () => {
    expect(own.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(damaged(own), (value) => {
        for (const each of format.split?.(value) ?? [value]) expectRead(format, each)
      }),
      { numRuns: 200 },
    )
  })

  test('may be asked of anything, and reads what it takes for its own', () => {
    const anything = fc.oneof(damaged(SEEDS), junk)
    fc.assert(
      fc.property(anything, fc.array(anything, { maxLength: 3 }), (value, others) => {
        for (const document of [value, [value, ...others]]) {
          const sample = format.at === null || !Array.isArray(document) ? [document] : document
          if (!format.recognises(sample)) continue
          for (const each of format.split?.(document) ?? sample) expectRead(format, each)
        }
      }),
    )
  })
})

const facts = factsOf('import-examples/chatgpt-conversations.json')
test.skipIf(facts === null)('every conversation of the example survives the loss of any of its fields', () => {
  const all = JSON.parse(facts ?? '') as unknown[]
  const [format] = IMPORT_FORMATS
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.nat(), junk, (seed, place, other) => {
      if (format) expectRead(format, withReplaced(seed, place, other))
    }),
    { numRuns: 300 },
  )
})
