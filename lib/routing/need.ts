import { assertNever } from '../assert-never.ts'
import { type ContentBlock, isKnownBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'

/** What a turn cannot do without. A candidate is judged by this alone: what is merely nice to have rejects nobody. */
export interface TurnNeeds {
  images: boolean
  /** True only where the answer must be a tool call; tools that are merely on offer are left out for a model without. */
  tools: boolean
  system_prompt: boolean
  structured_output: boolean
  estimated_input_tokens: number
}

export interface TurnRequest {
  /** The active path with the new USER message. */
  messages: readonly Message[]
  system_prompt: string | null
  estimated_input_tokens: number
  tools_required?: boolean
  output_schema?: object | null
}

export function needsOf(request: TurnRequest): TurnNeeds {
  const { messages, system_prompt, estimated_input_tokens, tools_required = false, output_schema = null } = request
  return {
    images: messages.some((message) => countImages(message.content) > 0),
    tools: tools_required,
    system_prompt: Boolean(system_prompt?.trim()) || messages.some(isInstruction),
    structured_output: output_schema !== null,
    estimated_input_tokens,
  }
}

/** Pictures in the content, those inside tool results included. */
export function countImages(content: readonly ContentBlock[]): number {
  return content.reduce((count, block) => {
    if (!isKnownBlock(block)) return count
    switch (block.type) {
      case 'image':
        return count + 1
      case 'tool_result':
        return count + countImages(block.content)
      case 'document':
      case 'text':
      case 'tool_use':
      case 'thinking':
      case 'redacted_thinking':
      case 'hosted_tool':
        return count
      default:
        return assertNever(block)
    }
  }, 0)
}

function isInstruction(message: Message): boolean {
  return message.role === 'system' && message.content.some((block) => block.type === 'text' && block.text.trim() !== '')
}
