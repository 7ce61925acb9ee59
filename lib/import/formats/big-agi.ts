import type { ContentBlock } from '../../canonical/block.ts'
import { BadChatError, type ImportFormat } from '../format.ts'
import {
  callBlock,
  documentOfText,
  lost,
  missingFile,
  resultBlock,
  textBlocks,
  thinkingBlocks,
} from './reading/block.ts'
import { chatOf, idOf } from './reading/chat.ts'
import { lineOf, roleOf, type Spoken } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, titleOf } from './reading/value.ts'

const SOURCE = 'bigagi'

/** A conversation, and the folders beside it. */
interface Placed {
  conversation: unknown
  folders: readonly unknown[]
}

/** big-AGI's backup, or one conversation of it. The backup holds its person's keys under `models`, which nothing here reads. */
export const bigAgi: ImportFormat = {
  source: SOURCE,
  at: null,
  recognises: ([document]) => conversationsIn(document).some(isConversation),
  split(document) {
    const { folders } = fieldsOf(fieldsOf(document).folders)
    return conversationsIn(document).map((conversation): Placed => ({ conversation, folders: listOf(folders) }))
  },
  convert(value) {
    const { conversation, folders } = value as Placed
    const { id, messages, userTitle, autoTitle, created, updated } = fieldsOf(conversation)
    if (!Array.isArray(messages)) throw new BadChatError('it has no list of messages')
    const losses = new Losses()
    const { system_prompt, ...thread } = lineOf(
      messages,
      losses,
      (message, place) => spokenIn(fieldsOf(message), place, losses),
      {
        idIn: (message) => fieldsOf(message).id,
      },
    )
    const folder = folders.map(fieldsOf).find(({ conversationIds }) => listOf(conversationIds).includes(id))
    const about = {
      title: titleOf(userTitle) ?? titleOf(autoTitle),
      created_at: timeOf(created),
      updated_at: timeOf(updated),
      model: thread.messages.findLast((message) => message.model)?.model ?? null,
      system_prompt,
      folder: titleOf(folder?.title),
    }
    return chatOf(id, about, thread, losses)
  },
}

function conversationsIn(document: unknown): readonly unknown[] {
  const { conversations, messages } = fieldsOf(document)
  return Array.isArray(messages) ? [document] : listOf(conversations)
}

function isConversation(value: unknown): boolean {
  const { messages, systemPurposeId } = fieldsOf(value)
  return (
    Array.isArray(messages) && (systemPurposeId !== undefined || messages.some((each) => 'fragments' in fieldsOf(each)))
  )
}

/** Version 4 has fragments, version 3 a text. */
function spokenIn(
  { role, fragments, text, generator, originLLM, created }: Fields,
  id: string,
  losses: Losses,
): Spoken | null {
  const speaker = roleOf(role)
  if (speaker === null || speaker === 'tool') return null
  const content =
    fragments === undefined
      ? textBlocks(text)
      : listOf(fragments).flatMap((fragment, index) =>
          partBlocks(fragment, speaker === 'assistant', `${id}:call:${index}`, losses),
        )
  const model = nameOf(fieldsOf(generator).name) ?? nameOf(originLLM)
  return { role: speaker, content, created_at: timeOf(created), ...(model !== null && { model }) }
}

function partBlocks(fragment: unknown, isAnswer: boolean, place: string, losses: Losses): ContentBlock[] {
  const part = fieldsOf(fieldsOf(fragment).part)
  switch (part.pt) {
    case 'text':
      return textBlocks(part.text)
    case 'error':
      return textBlocks(part.error)
    case 'doc': {
      const text = nameOf(fieldsOf(part.data).text)
      const name = nameOf(part.l1Title) ?? nameOf(fieldsOf(fragment).title) ?? 'document.txt'
      return [text === null ? missingFile(SOURCE, name, fragment, losses) : documentOfText(text, name)]
    }
    case 'image_ref':
    case 'reference':
    case 'hosted_resource':
      return [missingFile(SOURCE, fieldsOf(fragment).title, fragment, losses)]
    case 'ph':
      return []
    default:
      return (isAnswer ? answerBlocks(part, place) : null) ?? [lost(SOURCE, { type: part.pt, fragment }, losses)]
  }
}

/** Null for a part of a kind that is not known. */
function answerBlocks(part: Fields, place: string): ContentBlock[] | null {
  const { pt, id, invocation, response, error, aText } = part
  switch (pt) {
    case 'ma':
      return thinkingBlocks(aText)
    case 'tool_invocation': {
      const { name, args, code } = fieldsOf(invocation)
      return [callBlock(idOf(id) ?? place, nameOf(name) ?? 'code_execution', args ?? { code })]
    }
    case 'tool_response': {
      const { result } = fieldsOf(response)
      const isError = error !== undefined && error !== null && error !== false
      return [resultBlock(idOf(id) ?? place, textBlocks(nameOf(result) ?? textOf(error)), isError)]
    }
    default:
      return null
  }
}
