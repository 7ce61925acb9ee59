import { describe, expect, test } from 'vitest'
import type { AdapterConfig, CanonicalRequest } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { DocumentBlock } from '#lib/canonical/block.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { silentLogger } from '#lib/log.ts'
import type { DocumentReading } from '#lib/media/document-reading.ts'
import { drain } from '#test/support/adapter-harness.ts'
import { assistant, call, canonicalRequest, toolId, toolMessage, user } from '#test/support/message-builder.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

interface File {
  block: DocumentBlock
  bytes: Uint8Array
  reading: DocumentReading
}

function file(name: string, media_type: string, content: string, read: Partial<DocumentReading> = {}): File {
  const bytes = Buffer.from(content)
  return {
    block: { type: 'document', source: { kind: 'file_ref', data: `attachments/${name}` }, media_type, name },
    bytes,
    reading: { byte_length: bytes.byteLength, text: content, is_cut: false, pages: null, is_encrypted: false, ...read },
  }
}

const PDF = file('report.pdf', 'application/pdf', '%PDF', { text: '[page 1]\nSales rose.', pages: 1 })
const SCAN = file('scan.pdf', 'application/pdf', '%PDF', { text: null, pages: 3 })
const CSV = file('quarterly_sales.csv', 'text/csv', 'month,sum\nMay,3\n')
const LETTER = file('letter.docx', DOCX, 'PK', { text: 'Dear all,' })
const base64 = ({ bytes }: File) => Buffer.from(bytes).toString('base64')
const dataUrl = (each: File) => `data:${each.block.media_type};base64,${base64(each)}`
const asText = ({ block, reading }: File) =>
  `[document: ${block.name}, ${block.media_type}]\n${reading.text?.trimEnd()}\n[end of document: ${block.name}]`

/** The body that a host is sent for a request with these files, and what is recorded of them. */
async function sent(
  config: AdapterConfig,
  model: string,
  files: readonly File[],
  fields: Partial<CanonicalRequest> = { messages: [user(files.map(({ block }) => block))] },
) {
  const bodies: Record<string, unknown>[] = []
  const records: ProjectionRecord[] = []
  const adapter = createAdapter({
    api_key: 'test-key',
    log: silentLogger,
    max_retries: 0,
    ...config,
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return new Response('{"error":{"message":"enough"}}', { status: 400 })
    },
  })
  const request = canonicalRequest({
    model,
    files: new Map(files.map(({ block, bytes }) => [block.source.data, bytes])),
    documents: new Map(files.map(({ block, reading }) => [block.source.data, reading])),
    onProjection: (record) => records.push(record),
    ...fields,
  })
  const { error } = await drain(adapter.stream(request))
  // Ollama is asked about its model first.
  const body = bodies.find((each) => 'messages' in each || 'input' in each)
  if (!body) throw error
  const reasons = records.map(({ action, reason }) => `${action}: ${reason}`)
  return { body, reasons }
}

/** What its first message holds. */
const contentOf = (body: Record<string, unknown>) => (body.messages as { content: unknown }[])[0]?.content

const anthropic = (files: readonly File[], fields?: Partial<CanonicalRequest>) =>
  sent({ type: 'anthropic' }, 'anthropic:claude-opus-5-5', files, fields)
const chat = (files: readonly File[], fields?: Partial<CanonicalRequest>) =>
  sent({ type: 'openai' }, 'openai:gpt-4.1', files, fields)
const responses = (files: readonly File[], fields?: Partial<CanonicalRequest>) =>
  sent({ type: 'openai-responses' }, 'openai:gpt-5-mini', files, fields)

const inResult = (...files: File[]) => ({
  messages: [
    user('go'),
    assistant([call(toolId(1), 'read_file')], { provider: 'maker', model: 'maker:model' }),
    toolMessage(
      toolId(1),
      files.map(({ block }) => block),
    ),
  ],
})

describe('to Anthropic', () => {
  test('wire-rules 136 and 138: a PDF goes as it is, text of any kind as plain text under its name', async () => {
    const about = { ...CSV, block: { ...CSV.block, title: 'Sales', context: 'Of the last quarter.' } }
    const { body, reasons } = await anthropic([PDF, about])
    expect(contentOf(body)).toMatchObject([
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: base64(PDF) },
        title: 'report.pdf',
      },
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'month,sum\nMay,3\n' },
        title: 'Sales (quarterly_sales.csv)',
        context: 'Of the last quarter.',
      },
    ])
    expect(reasons).toEqual([])
  })

  test('wire-rule 139: an office file goes as the text in it, and that is recorded', async () => {
    const { body, reasons } = await anthropic([LETTER])
    expect(contentOf(body)).toMatchObject([
      { source: { type: 'text', media_type: 'text/plain', data: 'Dear all,' }, title: 'letter.docx' },
    ])
    expect(reasons).toEqual(['converted: the model takes no office files: its text is sent'])
  })

  test('wire-rule 140: a result holds documents as a message does', async () => {
    const { body, reasons } = await anthropic([PDF], inResult(PDF))
    const last = (body.messages as { content: { content: unknown }[] }[]).at(-1)
    expect(last?.content[0]?.content).toMatchObject([{ type: 'document', source: { type: 'base64' } }])
    expect(reasons).toEqual([])
  })

  test('wire-rule 137: pages beyond what a request may have go as text, and those before them stay as they are', async () => {
    const long = (name: string) => file(name, 'application/pdf', '%PDF', { text: name, pages: 400 })
    const [one, two] = [long('one.pdf'), long('two.pdf')]
    const { body, reasons } = await anthropic([one, two])
    expect(contentOf(body)).toMatchObject([
      { source: { type: 'base64' } },
      { source: { type: 'text', data: 'two.pdf' } },
    ])
    expect(reasons).toEqual(['converted: the model takes 600 pages at a time: its text is sent'])
    expect((contentOf((await anthropic([one])).body) as unknown[])[0]).toMatchObject({ source: { type: 'base64' } })
  })

  test('wire-rule 137: a PDF that is encrypted is refused there, so its text goes', async () => {
    const locked = { ...PDF, reading: { ...PDF.reading, is_encrypted: true } }
    const { body, reasons } = await anthropic([locked])
    expect(contentOf(body)).toMatchObject([{ source: { type: 'text', data: PDF.reading.text } }])
    expect(reasons).toEqual(['converted: the file is encrypted, and the model refuses such: its text is sent'])
  })

  test('an address of a PDF goes as an address', async () => {
    const block: DocumentBlock = { ...PDF.block, source: { kind: 'url', data: 'https://example.com/a.pdf' } }
    const { body } = await anthropic([], { messages: [user([block])] })
    expect(contentOf(body)).toMatchObject([{ source: { type: 'url', url: 'https://example.com/a.pdf' } }])
  })
})

describe('to OpenAI', () => {
  test('wire-rule 143: by Chat Completions a PDF goes as a file with its name, and nothing else does', async () => {
    const { body, reasons } = await chat([PDF, CSV])
    expect(contentOf(body)).toEqual([
      { type: 'file', file: { filename: 'report.pdf', file_data: dataUrl(PDF) } },
      { type: 'text', text: asText(CSV) },
    ])
    expect(reasons).toEqual(['converted: the model takes no files of the type text/csv: it is sent as text'])
  })

  test('wire-rule 133: Chat Completions takes no address of a PDF but through a router', async () => {
    const block: DocumentBlock = { ...PDF.block, source: { kind: 'url', data: 'https://example.com/a.pdf' } }
    const { reasons } = await chat([], { messages: [user([block])] })
    expect(reasons).toEqual(['converted: the model opens no addresses, and its file is not here'])
    const routed = await sent({ type: 'openrouter' }, 'openrouter:anthropic/claude-sonnet-5', [], {
      messages: [user([block])],
    })
    expect(contentOf(routed.body)).toMatchObject([
      { type: 'file', file: { filename: 'report.pdf', file_data: 'https://example.com/a.pdf' } },
    ])
  })

  test('wire-rule 144: by Responses a PDF and a letter go as files; a table as text, since of a file 1,000 rows are read', async () => {
    const { body, reasons } = await responses([PDF, LETTER, CSV])
    expect(body.input).toMatchObject([
      {
        content: [
          { type: 'input_file', filename: 'report.pdf', file_data: dataUrl(PDF) },
          { type: 'input_file', filename: 'letter.docx', file_data: dataUrl(LETTER) },
          { type: 'input_text', text: asText(CSV) },
        ],
      },
    ])
    expect(reasons).toEqual(['converted: the model takes no files of the type text/csv: it is sent as text'])
  })

  test('wire-rule 135: the output of a call holds files by Responses, and their text by Chat Completions', async () => {
    const { body } = await responses([PDF], inResult(PDF))
    expect((body.input as { output?: unknown }[]).at(-1)?.output).toEqual([
      { type: 'input_file', filename: 'report.pdf', file_data: dataUrl(PDF) },
    ])
    const { body: other, reasons } = await chat([PDF], inResult(PDF))
    expect((other.messages as unknown[]).at(-1)).toMatchObject({ role: 'tool', content: asText(PDF) })
    expect(reasons).toEqual(['converted: the model takes no files in the result of a tool: its text is sent'])
  })

  test('wire-rule 145: more bytes than a request may have go as text', async () => {
    const large = { ...PDF, bytes: new Uint8Array(36_000_001) }
    expect((await responses([large])).reasons).toEqual([
      'converted: the model takes 48 MB of files at a time: its text is sent',
    ])
  })

  test('wire-rule 146: Azure takes documents by Responses alone', async () => {
    const config = { name: 'azure', base_url: 'https://mine.openai.azure.com' } as const
    const newer = await sent({ type: 'openai-responses', ...config }, 'azure:gpt', [PDF])
    expect(newer.body.input).toMatchObject([{ content: [{ type: 'input_file' }] }])
    const older = await sent({ type: 'openai', ...config }, 'azure:gpt', [PDF])
    expect(contentOf(older.body)).toBe(asText(PDF))
  })
})

describe('to hosts that speak as OpenAI does', () => {
  test('wire-rule 147: OpenRouter passes pages on to a Claude, and reads the text for others for nothing', async () => {
    const of = (model: string, ...files: File[]) => sent({ type: 'openrouter' }, `openrouter:${model}`, files)
    const part = { type: 'file', file: { filename: 'report.pdf', file_data: dataUrl(PDF) } }
    const parser = ({ body }: { body: Record<string, unknown> }) =>
      (body.plugins as { id: string }[]).filter(({ id }) => id === 'file-parser')
    const claude = await of('anthropic/claude-sonnet-5', PDF)
    expect(contentOf(claude.body)).toMatchObject([part])
    expect(parser(claude)).toEqual([{ id: 'file-parser', pdf: { engine: 'native' } }])
    const other = await of('deepseek/deepseek-v4', PDF)
    expect(contentOf(other.body)).toEqual([part])
    expect(parser(other)).toEqual([{ id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }])
    expect(parser(await of('deepseek/deepseek-v4', CSV))).toEqual([])
  })

  test('wire-rule 148: what OpenRouter read of a file goes back with its answer, or it would be read and paid again', async () => {
    const annotations = [
      { type: 'file', file: { hash: 'abc', name: 'report.pdf', content: [{ type: 'text', text: 'x' }] } },
    ]
    const model = 'openrouter:deepseek/deepseek-v4'
    const answer = assistant('Sales rose.', {
      provider: 'openrouter',
      model,
      provider_raw: { format: 'openai.chat', annotations },
    })
    const { body } = await sent({ type: 'openrouter' }, model, [PDF], {
      messages: [user([PDF.block]), answer, user('and then?')],
    })
    expect((body.messages as unknown[])[1]).toMatchObject({ role: 'assistant', annotations })
  })

  test('wire-rule 149: Mistral has a field of its own', async () => {
    const { body } = await sent({ type: 'openai', name: 'mistral' }, 'mistral:mistral-small-latest', [PDF])
    expect(contentOf(body)).toEqual([{ type: 'document_url', document_url: dataUrl(PDF), document_name: 'report.pdf' }])
  })

  test.each([
    ['deepseek', 'openai'],
    ['groq', 'openai'],
    ['xai', 'openai'],
    ['llamacpp', 'openai'],
    ['vllm', 'openai'],
    ['gemini', 'openai'],
    ['together', 'openai'],
    ['ollama', 'ollama'],
  ] as const)(
    'wire-rules 146, 150 and 152: %s takes none, so the text goes, under the name of the file',
    async (name, type) => {
      const { body, reasons } = await sent({ type, name }, `${name}:model`, [PDF])
      expect(contentOf(body)).toBe(asText(PDF))
      expect(reasons).toEqual(['converted: the model takes no PDF files: its text is sent'])
    },
  )

  test('wire-rule 150: a server that only speaks as OpenAI did is sent no files', async () => {
    const { body } = await sent({ type: 'openai', base_url: 'http://127.0.0.1:1' }, 'openai:gpt-4.1', [PDF])
    expect(contentOf(body)).toBe(asText(PDF))
  })
})

describe('wire-rule 151: what nobody can be given', () => {
  test('is named with the reason in its place, and recorded', async () => {
    const { body, reasons } = await sent({ type: 'openai', name: 'deepseek' }, 'deepseek:model', [SCAN])
    const reason = 'the model takes no PDF files, and there is no text in it to send instead'
    expect(contentOf(body)).toBe(`[document omitted: scan.pdf: ${reason}]`)
    expect(reasons).toEqual([`converted: ${reason}`])
    const parsed = await sent({ type: 'openrouter' }, 'openrouter:deepseek/deepseek-v4', [SCAN])
    expect(parsed.reasons).toEqual(['converted: the model sees no pages, and there is no text in it to send instead'])
  })

  test('refuses a request whose message is critical', async () => {
    const messages = [user([SCAN.block], { critical: true })]
    await expect(
      sent({ type: 'openai', name: 'deepseek' }, 'deepseek:model', [SCAN], { messages }),
    ).rejects.toMatchObject({
      error_class: 'invalid_request',
    })
  })

  test('is only what it says: a file whose bytes are gone goes as the text that was kept', async () => {
    const { reasons } = await chat([PDF], { messages: [user([PDF.block])], files: new Map() })
    expect(reasons).toEqual(['converted: the file is not available: its text is sent'])
  })
})

describe('an estimate', () => {
  const estimate = (block: DocumentBlock, documents?: Map<string, DocumentReading>) =>
    createAdapter({ type: 'anthropic', api_key: 'k' }).estimateInputTokens([user([block])], [], null, {
      model: 'anthropic:claude-opus-5-5',
      documents,
    })

  test('counts the text of a document, its pages where they are seen, and more where nobody has read it', () => {
    const words = { ...CSV.reading, text: 'word '.repeat(1_000) }
    const text = estimate(CSV.block, new Map([[CSV.block.source.data, words]]))
    expect(text).toBeGreaterThan(900)
    expect(text).toBeLessThan(1_300)
    const pages = estimate(PDF.block, new Map([[PDF.block.source.data, { ...PDF.reading, pages: 10 }]]))
    expect(pages).toBeGreaterThan(10_000)
    expect(pages).toBeLessThan(20_000)
    expect(estimate(PDF.block)).toBeGreaterThan(3_000)
  })
})
