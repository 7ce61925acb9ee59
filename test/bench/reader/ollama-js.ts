import { Ollama } from 'ollama'
import { MODELS, type OpenReader, PROMPT, TOOL } from './reader.ts'

const BODY = {
  model: MODELS.ollama,
  messages: [{ role: 'user', content: PROMPT }],
  tools: [{ type: 'function', function: { name: TOOL.name, description: TOOL.description, parameters: TOOL.schema } }],
}

/** `chat({ stream: true })`: Ollama's own lines. */
export const ollamaChat: OpenReader = (_format, host) => {
  const client = new Ollama({ host })
  return async ({ text, input }) => {
    for await (const { message } of await client.chat({ ...BODY, stream: true })) {
      text(message.content)
      for (const call of message.tool_calls ?? []) input(JSON.stringify(call.function.arguments))
    }
  }
}
