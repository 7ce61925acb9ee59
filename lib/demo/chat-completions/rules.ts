import { fileComplaints, pictureComplaints } from '../openai/attachment.ts'
import { modelComplaints } from '../openai/model-rules.ts'
import { invalid } from '../openai/refusal.ts'
import { strictSchema } from '../openai/strict-schema.ts'
import type { Refusal } from '../wire-format.ts'
import type { ChatRequest, Message } from './request.ts'

/** The first rule beyond mere shape that a request breaks, in OpenAI's words; `null` when it is fine. */
export function brokenRule(request: ChatRequest): Refusal | null {
  for (const complaint of complaints(request)) return complaint
  return null
}

function* complaints(request: ChatRequest): Generator<Refusal> {
  yield* parameters(request)
  yield* pairing(request.messages)
  yield* modelComplaints('chat', request)
  yield* mentionsJson(request)
  for (const [at, message] of request.messages.entries()) {
    if (message.role === 'assistant' && !message.content?.length && !message.tool_calls && !message.refusal) {
      yield invalid(
        `Invalid value for 'content': expected a string, got ${message.content === '' ? 'an empty string' : 'null'}.`,
        `messages.[${at}].content`,
      )
    }
    if (message.role === 'user' && Array.isArray(message.content)) yield* attachments(message.content)
  }
}

function* parameters(request: ChatRequest): Generator<Refusal> {
  const { tools = [], tool_choice: choice } = request
  if (request.max_tokens != null && request.max_completion_tokens != null) {
    yield invalid(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      'max_tokens',
      'invalid_parameter_combination',
    )
  }
  if (request.stream_options && !request.stream)
    yield invalid("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options')
  if (tools.length === 0) {
    if (request.tools)
      yield invalid(
        "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        'tools',
        'empty_array',
      )
    if (choice !== undefined)
      yield invalid(
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        'tool_choice',
      )
    if (request.parallel_tool_calls !== undefined)
      yield invalid(
        "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
        'parallel_tool_calls',
      )
  }
  if (typeof choice === 'object' && !tools.some((tool) => tool.function.name === choice.function.name)) {
    yield invalid("Invalid value for 'tool_choice': the function it names is not among 'tools'.", 'tool_choice')
  }
  for (const { function: tool } of tools)
    if (tool.strict) yield* strictSchema(tool.parameters, `function '${tool.name}'`, 'tools')
  const format = request.response_format
  if (format?.type === 'json_schema' && format.json_schema.strict) {
    yield* strictSchema(format.json_schema.schema, `response_format '${format.json_schema.name}'`, 'response_format')
  }
}

/** An object that no schema describes is only given where the words ask for one. */
function* mentionsJson({ messages, response_format: format }: ChatRequest): Generator<Refusal> {
  if (format?.type !== 'json_object' || /json/i.test(JSON.stringify(messages))) return
  yield invalid(
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    'messages',
  )
}

/** Every call is answered by tool messages directly after it, and every tool message answers a call. */
function* pairing(messages: readonly Message[]): Generator<Refusal> {
  let open: string[] = []
  let callsAt = 0
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) {
        yield invalid(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${at}].role`,
        )
      }
      open = open.filter((id) => id !== message.tool_call_id)
      continue
    }
    if (open.length > 0) yield unanswered(open, callsAt)
    open = message.role === 'assistant' ? (message.tool_calls?.map(({ id }) => id) ?? []) : []
    callsAt = at
    if (new Set(open).size < open.length)
      yield invalid(`Duplicate value for 'tool_call_id' in message at index ${at}.`, `messages.[${at}].tool_calls`)
  }
  if (open.length > 0) yield unanswered(open, callsAt)
}

function unanswered(ids: readonly string[], at: number): Refusal {
  return invalid(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
    `messages.[${at}].role`,
  )
}

type Parts = Extract<Extract<Message, { role: 'user' }>['content'], readonly unknown[]>

function* attachments(content: Parts): Generator<Refusal> {
  for (const part of content) {
    if (part.type === 'image_url') yield* pictureComplaints(part.image_url.url)
    if (part.type === 'file') yield* fileComplaints(part.file.file_data)
  }
}
