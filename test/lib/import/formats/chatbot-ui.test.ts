import { describe, expect, test } from 'vitest'
import { chatbotUi } from '#lib/import/formats/chatbot-ui.ts'
import { chatsOf, onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'

const CHAT = {
  id: 'one',
  name: 'A number',
  messages: [
    { role: 'user', content: 'Name a number.' },
    { role: 'assistant', content: 'Two.' },
  ],
  model: { id: 'gpt-4', name: 'GPT-4' },
  prompt: 'Be brief.',
  folderId: 'folder',
}
const FILE = { version: 4, history: [CHAT], folders: [{ id: 'folder', name: 'Numbers', type: 'chat' }], prompts: [] }

describe('a file of Chatbot UI', () => {
  test('comes with title, model, system prompt and folder', () => {
    const chat = onlyChatOf(FILE)
    expect(chat).toMatchObject({
      external_id: 'one',
      title: 'A number',
      model: 'gpt-4',
      system_prompt: 'Be brief.',
      folder: 'Numbers',
      losses: [],
    })
    expect(saidIn(pathOf(chat))).toEqual(['user: Name a number.', 'assistant: Two.'])
  })

  test('names a message the same after more was said', () => {
    const longer = { ...CHAT, messages: [...CHAT.messages, { role: 'user', content: 'And a larger one?' }] }
    const ids = (history: unknown[]) => onlyChatOf({ ...FILE, history }).messages.map(({ external_id }) => external_id)
    expect(ids([longer]).slice(0, 2)).toEqual(ids([CHAT]))
  })

  test('loses a message that is none, and not its chat', () => {
    const chat = onlyChatOf({ ...FILE, history: [{ ...CHAT, messages: [null, { role: 'wizard' }, ...CHAT.messages] }] })
    expect(chat.losses).toEqual([{ kind: 'unreadable', count: 2 }])
    expect(chat.messages).toHaveLength(2)
  })

  test('says of a chat that is none why it is none, and passes over an empty one', () => {
    expect(() => chatbotUi.convert({ chat: { id: 'x' }, folders: [] }, { names: [], sides: new Map() })).toThrow(
      'it has no messages',
    )
    expect(chatsOf({ ...FILE, history: [{ ...CHAT, messages: [] }] })).toEqual([])
  })
})
