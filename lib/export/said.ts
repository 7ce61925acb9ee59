import type { ToolResultBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { ReadChat } from './read-chats.ts'

/** A message of a person or a model, with the results of the tools that it called. */
export interface Said {
  message: Message
  results: ReadonlyMap<string, ToolResultBlock>
  /** Who says it is somebody else than before: a person, or another model. */
  isOther: boolean
}

/** What is shown of a chat, from its first message to its last. */
export async function* saidIn(chat: Pick<ReadChat, 'messages'>): AsyncGenerator<Said> {
  let open: { message: Message; results: Map<string, ToolResultBlock> } | null = null
  let last: string | null = null
  const closed = ({ message, results }: NonNullable<typeof open>): Said => {
    const speaker = speakerOf(message)
    const isOther = speaker !== last
    last = speaker
    return { message, results, isOther }
  }
  for await (const { message } of chat.messages()) {
    if (message.role === 'tool') {
      for (const block of message.content) if (block.type === 'tool_result') open?.results.set(block.tool_use_id, block)
      continue
    }
    if (open) yield closed(open)
    open = { message, results: new Map() }
  }
  if (open) yield closed(open)
}

function speakerOf({ role, metadata }: Message): string {
  return role === 'assistant' ? `${role} ${metadata.model ?? ''}` : role
}
