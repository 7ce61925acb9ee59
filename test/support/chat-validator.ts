import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'

/**
 * What a strict Chat Completions host refuses in a request, as far as the API description and error messages say: written
 * from those alone, without a look at the code that it judges. An empty list means that the request would be accepted.
 */
export function chatFaults(body: JsonObject): string[] {
  const faults: string[] = []
  const fault = (path: string, problem: string) => faults.push(`${path}: ${problem}`)
  if (typeof body.model !== 'string' || body.model === '') fault('model', 'is required')
  if (!JSON.stringify(body).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(body))) fault('body', 'lone surrogate')
  checkOptions(body, fault)
  checkTools(body, fault)
  const messages = listOf(body.messages)
  if (messages.length === 0) fault('messages', 'must not be empty')
  messages.forEach((message, index) => {
    checkMessage(message, `messages[${index}]`, fault)
  })
  checkTurns(messages, fault)
  checkPairing(messages, fault)
  return faults
}

type Fault = (path: string, problem: string) => void

const NAME = /^[a-zA-Z0-9_-]{1,64}$/

function checkOptions(body: JsonObject, fault: Fault): void {
  const bounds = [body.max_tokens, body.max_completion_tokens].filter((each) => each !== undefined)
  if (bounds.length !== 1 || !Number.isInteger(bounds[0])) fault('max_tokens', 'exactly one of the two')
  const { temperature, stop } = body
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2)) {
    fault('temperature', 'range: 0..2')
  }
  if (stop !== undefined) {
    if (!Array.isArray(stop) || stop.length === 0 || stop.length > 4) fault('stop', '1 to 4')
    if (Array.isArray(stop) && stop.includes('')) fault('stop', 'empty')
  }
  if (body.stream_options !== undefined && body.stream !== true) fault('stream_options', 'only with stream')
}

function checkTools(body: JsonObject, fault: Fault): void {
  const tools = listOf(body.tools)
  if (body.tools === undefined) {
    for (const field of ['tool_choice', 'parallel_tool_calls'])
      if (body[field] !== undefined) fault(field, 'needs tools')
    return
  }
  if (tools.length === 0) fault('tools', '[] is too short')
  const names = tools.map((tool) => (isJsonObject(tool.function) ? String(tool.function.name) : ''))
  for (const name of names) if (!NAME.test(name)) fault('tools', `name ${JSON.stringify(name)}`)
  if (new Set(names).size < names.length) fault('tools', 'names must be unique')
  const choice = body.tool_choice
  if (isJsonObject(choice)) {
    const named = isJsonObject(choice.function) ? String(choice.function.name) : ''
    if (choice.type !== 'function' || !names.includes(named)) fault('tool_choice', 'names no tool')
  } else if (choice !== undefined && !['auto', 'none', 'required'].includes(String(choice))) {
    fault('tool_choice', 'unknown')
  }
}

function checkMessage(message: JsonObject, path: string, fault: Fault): void {
  const { role, content } = message
  switch (role) {
    case 'system':
    case 'developer':
      if (!isString(content) || content.trim() === '') fault(path, `a ${role} message needs text`)
      break
    case 'user':
      if (Array.isArray(content)) {
        if (content.length === 0) fault(path, 'content must not be empty')
        for (const part of listOf(content)) checkPart(part, path, fault)
      } else if (!isString(content) || content === '') fault(path, 'a user message needs content')
      break
    case 'assistant':
      checkAssistant(message, path, fault)
      break
    case 'tool':
      if (!isString(content)) fault(path, 'a tool message takes text only')
      if (!isString(message.tool_call_id)) fault(path, 'tool_call_id is required')
      break
    default:
      fault(path, `role ${JSON.stringify(role)}`)
  }
}

function checkPart(part: JsonObject, path: string, fault: Fault): void {
  if (part.type === 'text') {
    if (!isString(part.text) || part.text === '') fault(path, 'an empty text part')
    return
  }
  if (part.type === 'file') {
    const { filename, file_data } = isJsonObject(part.file) ? part.file : {}
    if (!filename || !/^(https?:\/\/|data:application\/pdf;base64,)/.test(String(file_data))) fault(path, 'a bad file')
    return
  }
  if (part.type === 'document_url') {
    if (!isString(part.document_url) || !isString(part.document_name)) fault(path, 'a bad document')
    return
  }
  const url = part.type === 'image_url' && isJsonObject(part.image_url) ? String(part.image_url.url) : ''
  if (!/^(https?:\/\/|data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$)/.test(url)) fault(path, 'a bad part')
}

function checkAssistant(message: JsonObject, path: string, fault: Fault): void {
  const { content, tool_calls: calls, refusal } = message
  if (calls !== undefined && listOf(calls).length === 0) fault(path, 'tool_calls: [] is too short')
  const hasCalls = listOf(calls).length > 0
  if (!hasCalls && !isString(content) && !Array.isArray(content)) fault(path, 'content or tool_calls is required')
  if (!hasCalls && content === '' && !isString(refusal)) fault(path, 'an empty assistant message')
  for (const call of listOf(calls)) {
    if (!isString(call.id) || call.id === '' || call.id.length > 40) fault(path, `tool id ${JSON.stringify(call.id)}`)
    const body = call.type === 'custom' ? call.custom : call.function
    if (!isJsonObject(body) || !NAME.test(String(body.name))) fault(path, 'tool name')
    else if (!isString(call.type === 'custom' ? body.input : body.arguments)) fault(path, 'arguments must be a string')
  }
}

/** Templates and some hosts: Conversation roles must alternate user/assistant/user/assistant/... */
function checkTurns(messages: readonly JsonObject[], fault: Fault): void {
  messages.forEach(({ role }, index) => {
    const isTurn = role === 'user' || role === 'assistant'
    if (isTurn && messages[index - 1]?.role === role) fault(`messages[${index}]`, `a second ${role} message in a row`)
  })
}

/** Every call is answered once, by the tool messages directly after it; a call in the last message may wait. */
function checkPairing(messages: readonly JsonObject[], fault: Fault): void {
  let open: string[] = []
  messages.forEach((message, index) => {
    const path = `messages[${index}]`
    if (message.role === 'tool') {
      const id = String(message.tool_call_id)
      if (!open.includes(id)) fault(path, `tool_call_id ${id} answers no call of the message before`)
      open = open.filter((each) => each !== id)
      return
    }
    if (open.length > 0) fault(path, `tool_call_ids without an answer: ${open.join()}`)
    open = listOf(message.tool_calls).map((call) => String(call.id))
    if (new Set(open).size < open.length) fault(path, 'one id for two calls')
  })
  if (open.length > 0 && messages.at(-1)?.role === 'tool') fault('messages', `without an answer: ${open.join()}`)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
