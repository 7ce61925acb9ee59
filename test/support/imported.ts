import { expect } from 'vitest'
import { newId } from '#lib/canonical/id.ts'
import { messageViolations } from '#lib/canonical/invariant.ts'
import { Message } from '#lib/canonical/message.ts'
import { type ImportFiles, type ImportFormat, NO_FILES } from '#lib/import/format.ts'
import { IMPORT_FORMATS } from '#lib/import/formats/formats.ts'
import type { ImportedChat, ImportedMessage } from '#lib/import/imported-chat.ts'
import { ANSWERED } from './session-builder.ts'

/** The values that a format makes chats of; null where it does not know the document. */
export function valuesOf(format: ImportFormat, document: unknown): readonly unknown[] | null {
  const array = format.at?.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], document)
  if (format.at !== null && !Array.isArray(array)) return null
  const sample = format.at === null ? [document] : (array as unknown[])
  if (!format.recognises(sample)) return null
  return format.at === null ? (format.split?.(document) ?? [document]) : (array as unknown[])
}

export function formatOf(document: unknown): ImportFormat | null {
  return IMPORT_FORMATS.find((format) => valuesOf(format, document) !== null) ?? null
}

/** The chats of a document, as the first format that knows it reads them; each holds what every chat must. */
export function chatsOf(document: unknown, files: ImportFiles = NO_FILES): ImportedChat[] {
  const format = formatOf(document)
  if (format === null) throw new Error('no format knows this document')
  return (valuesOf(format, document) ?? []).flatMap((value) => {
    const chat = format.convert(value, files)
    if (chat) expectSound(chat)
    return chat ?? []
  })
}

export function onlyChatOf(document: unknown, files?: ImportFiles): ImportedChat {
  const [chat, ...others] = chatsOf(document, files)
  if (!chat || others.length > 0) throw new Error(`${others.length + (chat ? 1 : 0)} chats instead of one`)
  return chat
}

/** What is shown: from the first message to the head. */
export function pathOf(chat: ImportedChat, head = chat.head): ImportedMessage[] {
  const byId = new Map(chat.messages.map((message) => [message.external_id, message]))
  const path: ImportedMessage[] = []
  for (let at = byId.get(head ?? ''); at; at = byId.get(at.parent ?? '')) path.unshift(at)
  return path
}

/** Messages with their words, and other blocks by their types: `user: Hello` or `tool: [image]`. */
export function saidIn(messages: readonly ImportedMessage[]): string[] {
  return messages.map(({ role, content }) => {
    const blocks = content.flatMap((block) => (block.type === 'tool_result' ? block.content : [block]))
    return `${role}: ${blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' ')}`
  })
}

/** As they would be stored: with ids of ours, those of calls included. */
export function storedOf(messages: readonly ImportedMessage[]): Message[] {
  const calls = new Map<string, string>()
  const callId = (id: string) => {
    const known = calls.get(id) ?? `tu_${newId()}`
    calls.set(id, known)
    return known
  }
  return messages.map((message): Message => {
    const content = message.content.map((block) => {
      if (block.type === 'tool_use') return { ...block, id: callId(block.id) }
      return block.type === 'tool_result' ? { ...block, tool_use_id: callId(block.tool_use_id) } : block
    })
    const [first] = content
    return {
      id: newId(),
      session_id: newId(),
      role: message.role,
      content,
      metadata: {
        ...(message.role === 'assistant' && ANSWERED),
        ...(first?.type === 'tool_result' && { parent_tool_use_id: first.tool_use_id }),
        ...(message.status && { status: message.status }),
      },
      created_at: message.created_at ?? '2026-05-08T12:00:00.000000Z',
      schema_version: 1,
    }
  })
}

/** What holds for every chat of every format, whatever was in the file. */
export function expectSound(chat: ImportedChat): void {
  const seen = new Set<string>()
  const calls = new Set<string>()
  for (const { external_id, parent, content } of chat.messages) {
    expect(seen.has(external_id), `${external_id} is there once`).toBe(false)
    expect(parent === null || seen.has(parent), `${parent} stands before ${external_id}`).toBe(true)
    seen.add(external_id)
    for (const block of content) {
      if (block.type !== 'tool_use') continue
      expect(calls.has(block.id), `the call ${block.id} is there once`).toBe(false)
      calls.add(block.id)
    }
  }
  expect(seen.has(chat.head ?? ''), 'the head is a message').toBe(true)
  const stored = storedOf(chat.messages)
  for (const message of stored) expect(Message.parse(message)).toEqual(message)
  expect(stored.flatMap(messageViolations)).toEqual([])
  const text = JSON.stringify(chat)
  expect(text).not.toContain('\\u0000')
  expect(text.isWellFormed()).toBe(true)
  expect(text).not.toMatch(/\\ud[89ab][0-9a-f]{2}/)
}
