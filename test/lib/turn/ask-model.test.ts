import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EstimateHints, ProviderAdapter } from '#lib/adapters/adapter.ts'
import { newId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { memoryLogger } from '#lib/log.ts'
import type { AvailableModel } from '#lib/models/model-directory.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { AttachmentStore } from '#lib/store/attachment-store.ts'
import { createRegistry } from '#lib/tools/registry.ts'
import { askModel } from '#lib/turn/ask-model.ts'
import { Journal } from '#lib/turn/journal.ts'
import type { KnownFiles } from '#lib/turn/model-request.ts'
import { Steering } from '#lib/turn/steering.ts'
import { type LeftBehind, startLeftBehind } from '#test/support/left-behind.ts'
import { picture } from '#test/support/picture-builder.ts'
import { completeOf, keylessModel, scriptedModel } from '#test/support/scripted-model.ts'
import { messageOf } from '#test/support/session-builder.ts'

let left: LeftBehind
let upload: string
beforeAll(async () => {
  left = await startLeftBehind()
  const bytes = await picture().png().toBuffer()
  upload = (await left.deps.attachments.put(bytes, 'image/png')).data
})
afterAll(() => left.close())

const answers: ProviderAdapter['stream'] = async function* () {
  yield completeOf()
}

/** A turn about a picture. What is read of uploads is asked of `get`, and told to `log`. */
async function turnAbout(data: string, model: AvailableModel = scriptedModel(answers), get?: AttachmentStore['get']) {
  const log = memoryLogger()
  const { attachments } = left.deps
  const deps = { ...left.deps, log, attachments: { ...attachments, get: get ?? attachments.get } }
  const source = { kind: 'file_ref' as const, data }
  const { session_id, question, turn } = await left.begin()
  const { signal } = new AbortController()
  const ran = {
    principal: LOCAL_OWNER,
    session_id,
    turn_id: turn.id,
    model,
    routing: turn.routing,
    system_prompt: null,
    settings: {},
    tools: createRegistry([]),
    journal: new Journal(deps, { session_id, turn_id: turn.id, owner: 'gone' }, signal),
    steering: new Steering(),
    signal,
    onStored() {},
  }
  const asked: Message = { ...question, content: [{ type: 'image', source, media_type: 'image/png' }] }
  const known: KnownFiles = { files: new Map(), documents: new Map() }
  const ask = (...more: Message[]) => askModel(deps, ran, [asked, ...more], known)
  return { session_id, ask, known, log }
}

test('a request is counted with the uploads in it, and the call is told with that number', async () => {
  const hints: (EstimateHints | undefined)[] = []
  const model = scriptedModel(answers, (_messages, _tools, _systemPrompt, known) => {
    hints.push(known)
    return 123
  })
  const { session_id, ask, known } = await turnAbout(upload, model)
  await ask()
  expect([...known.files.keys()]).toEqual([upload])
  expect(hints).toEqual([{ ...known, model: 'demo:anthropic' }])
  const [started] = await left.store.events(session_id, { types: ['llm.call_started'] })
  expect(started?.payload).toMatchObject({ estimated_input_tokens: 123 })
})

test('a model whose provider has lost its key fails the call, which says so', async () => {
  const { ask } = await turnAbout(upload, keylessModel())
  expect(await ask()).toMatchObject({
    outcome: 'failed',
    error: { error_class: 'auth', message: 'demo:anthropic is not configured' },
  })
})

test('an answer sorts after what it answers, even where that was made by a clock that is ahead', async () => {
  const { session_id, ask } = await turnAbout(upload)
  const ahead = messageOf({ id: session_id }, { id: newId(null, Date.now() + 3_600_000) })
  const { message, write } = await ask(ahead)
  expect([message.id, ahead.id].sort()).toEqual([ahead.id, message.id])
  expect(write.messages).toEqual([{ message, parent_id: ahead.id }])
})

test('an upload is read once in a turn, however often the model is called', async () => {
  const read: string[] = []
  const { ask } = await turnAbout(upload, undefined, (data) => {
    read.push(data)
    return left.deps.attachments.get(data)
  })
  await ask()
  await ask()
  expect(read).toEqual([upload])
})

test('an upload that is not there is left out without a word, as it was said when it went', async () => {
  const { ask, known, log } = await turnAbout(`attachments/${'0'.repeat(64)}`)
  expect(await ask()).toMatchObject({ outcome: 'completed' })
  expect(known.files.size).toBe(0)
  expect(log.entries).toEqual([])
})

test('an upload that cannot be read is left out, and logged with what it is and why', async () => {
  const cause = new Error('EIO')
  const { ask, log } = await turnAbout(upload, undefined, () => Promise.reject(cause))
  expect(await ask()).toMatchObject({ outcome: 'completed' })
  expect(log.entries).toEqual([
    { level: 'error', message: 'an upload cannot be read', fields: { data: upload, cause } },
  ])
})
