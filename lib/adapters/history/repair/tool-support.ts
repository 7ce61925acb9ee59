import type { ContentBlock, ToolUseBlock } from '../../../canonical/block.ts'
import { changeContent } from './content.ts'
import type { Pass } from './pass.ts'

/** For a model without tools, earlier calls and results become plain text: the conversation stays readable to it. */
export const projectTools: Pass = (messages, { target }) => {
  if (target.capabilities.supports_tools) return [...messages]
  return messages.map((message) => {
    const convert = (type: ContentBlock['type']) =>
      target.project({
        message_id: message.id,
        block_type: type,
        action: 'converted',
        reason: 'the model has no tools: sent as text',
      })
    if (message.role === 'tool') {
      const content = message.content.flatMap((block): ContentBlock[] => {
        if (block.type !== 'tool_result') return [block]
        convert('tool_result')
        return [
          { type: 'text', text: block.is_error ? '[Tool result, an error:]' : '[Tool result:]' },
          ...block.content,
        ]
      })
      return { ...message, role: 'user', content }
    }
    return changeContent(message, (block) => {
      if (block.type !== 'tool_use') return block
      convert('tool_use')
      return { type: 'text', text: describeCall(block) }
    })
  })
}

function describeCall({ name, input, raw_input }: ToolUseBlock): string {
  return `[Tool call: ${name} ${raw_input ?? JSON.stringify(input)}]`
}
