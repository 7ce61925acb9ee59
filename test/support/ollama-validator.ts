import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'

/**
 * What Ollama's own chat endpoint refuses, or silently takes for something else, as far as its description says: written
 * from that alone, without a look at the code that it judges. An empty list means that the request would be accepted.
 */
export function ollamaFaults(body: JsonObject): string[] {
  const faults: string[] = []
  const fault = (path: string, problem: string) => faults.push(`${path}: ${problem}`)
  if (typeof body.model !== 'string' || body.model === '') fault('model', 'is required')
  const messages = listOf(body.messages)
  if (messages.length === 0) fault('messages', 'an empty list only loads the model')
  let open: { id: JsonValue | undefined; name: JsonValue | undefined }[] = []
  messages.forEach((message, index) => {
    const path = `messages[${index}]`
    checkMessage(message, path, fault)
    if (message.role === 'tool') {
      const call = open.shift()
      if (call === undefined || (call.id !== undefined && call.id !== message.tool_call_id)) {
        fault(path, 'results must stand in the order of their calls')
      }
      if (typeof message.tool_name !== 'string') fault(path, 'older servers know a result by tool_name alone')
      return
    }
    if (open.length > 0) fault(path, `calls without a result: ${open.map(({ name }) => name).join()}`)
    open = listOf(message.tool_calls).map((call) => ({ id: call.id, name: nameOf(call) }))
  })
  return faults
}

type Fault = (path: string, problem: string) => void

function checkMessage({ role, content, images, tool_calls }: JsonObject, path: string, fault: Fault): void {
  if (!['system', 'user', 'assistant', 'tool'].includes(String(role))) fault(path, `role ${JSON.stringify(role)}`)
  if (content !== undefined && typeof content !== 'string') fault(path, 'content must be a string')
  for (const image of Array.isArray(images) ? images : []) {
    if (!/^[A-Za-z0-9+/]+=*$/.test(String(image))) fault(path, 'pictures are raw base64')
  }
  for (const call of listOf(tool_calls)) {
    const { arguments: input } = isJsonObject(call.function) ? call.function : {}
    if (!isJsonObject(input)) fault(path, 'arguments must be an object')
  }
}

function nameOf(call: JsonObject): JsonValue | undefined {
  return isJsonObject(call.function) ? call.function.name : undefined
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
