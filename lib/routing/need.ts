import type { ConversationFacts } from '../canonical/conversation-facts.ts'

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
  /** Of the active path with the new USER message. */
  conversation: ConversationFacts
  system_prompt: string | null
  estimated_input_tokens: number
  /** Whether its pictures have to be seen; every one has to be where that is not said. */
  images_required?: boolean | undefined
  tools_required?: boolean
  output_schema?: object | null
}

export function needsOf(request: TurnRequest): TurnNeeds {
  const { conversation, system_prompt, estimated_input_tokens } = request
  const { images_required, tools_required = false, output_schema = null } = request
  return {
    images: images_required ?? conversation.has_images,
    tools: tools_required,
    system_prompt: Boolean(system_prompt?.trim()) || conversation.has_instructions,
    structured_output: output_schema !== null,
    estimated_input_tokens,
  }
}
