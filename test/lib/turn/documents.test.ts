import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentBlock } from '#lib/canonical/block.ts'
import { assertDocumentsFit } from '#lib/turn/documents.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { text } from '#test/support/message-builder.ts'
import { pdf } from '#test/support/pdf-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const said = (name: string, bytes: Uint8Array): SaidBlock => ({
  type: 'document',
  source: { kind: 'base64', data: Buffer.from(bytes).toString('base64') },
  media_type: 'application/octet-stream',
  name,
})

/** What is stored of a session in which this was said to a model, after its turn. */
async function after(content: SaidBlock[], model = 'demo:anthropic') {
  const id = await server.sessions.create({})
  await server.turns.start(id, { content, model })
  await server.turns.idle(id)
  return await server.store.path(id)
}

describe('a document in a turn', () => {
  test('is stored by its content, as what it is, under a clean name, and reaches the model', async () => {
    const report = said('report', pdf({ pages: ['Sales rose.'] }))
    const [asked, answer] = await after([
      said('../sales.csv', Buffer.from('month,sum\n')),
      report,
      text('what did you receive?'),
    ])
    const source = { kind: 'file_ref', data: expect.stringMatching(/^attachments\/[0-9a-f]{64}$/) }
    expect(asked?.content.slice(0, 2)).toEqual([
      { type: 'document', source, media_type: 'text/csv', name: 'sales.csv' },
      { type: 'document', source, media_type: 'application/pdf', name: 'report' },
    ])
    const words = JSON.stringify(answer?.content)
    expect(words).toContain('file 1: text/plain sales.csv')
    expect(words).toContain('file 2: application/pdf report')
  })

  test('alone is a question, and names the chat', async () => {
    const id = await server.sessions.create({})
    await server.turns.start(id, { content: [said('sales.csv', Buffer.from('a,b'))], model: 'demo:openai' })
    await server.turns.idle(id)
    expect((await server.store.session(id))?.title).toBe('sales.csv')
    expect((await server.store.path(id)).at(-1)?.metadata.status).toBe('complete')
  })

  test.each([
    ['that is not there', { kind: 'file_ref', data: `attachments/${'0'.repeat(64)}` } as const, 'no such upload'],
    ['that is damaged', { kind: 'base64', data: btoa('%PDF-1.7 x') } as const, 'a.pdf cannot be used: a damaged PDF'],
  ])('refuses one %s, and nothing is stored', async (_what, source, problem) => {
    const id = await server.sessions.create({})
    const content: SaidBlock[] = [
      { type: 'document', source, media_type: 'application/pdf', name: 'a.pdf' },
      text('hi'),
    ]
    await expect(server.turns.start(id, { content, model: 'demo:anthropic' })).rejects.toThrow(problem)
    expect(await server.store.path(id)).toEqual([])
  })

  test('larger than the window refuses the turn before anything is sent', async () => {
    const id = await server.sessions.create({})
    const content = [said('long.txt', Buffer.from('many words '.repeat(200_000))), text('sum it up')]
    await expect(server.turns.start(id, { content, model: 'demo:anthropic' })).rejects.toMatchObject({
      name: 'NoModelError',
      message: expect.stringMatching(/about \d+ tokens do not fit its window of 200000/),
    })
    expect(await server.store.path(id)).toEqual([])
  })

  test('of pictures only is refused for a model that reads text alone, by the name of both', () => {
    const data = 'attachments/scan'
    const scan: DocumentBlock = {
      type: 'document',
      source: { kind: 'file_ref', data },
      media_type: 'application/pdf',
      name: 'scan.pdf',
    }
    const reading = { byte_length: 9, text: null, is_cut: false, pages: 2, is_encrypted: false }
    const model = server.models.find('demo:anthropic')
    if (!model) throw new Error('no demo')
    const readings = new Map([[data, reading]])
    expect(() => assertDocumentsFit([], [text('hi'), scan], model, readings)).not.toThrow()
    const { documents: _none, ...capabilities } = model.capabilities
    const reader = { ...model, label: 'Reader', capabilities }
    expect(() => assertDocumentsFit([], [text('hi'), scan], reader, readings)).toThrow(
      'content.1: scan.pdf cannot be sent to Reader: the model takes no PDF files, and there is no text in it to send instead',
    )
  })
})
