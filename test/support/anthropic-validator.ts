import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { modelComplaints } from '#lib/demo/anthropic/model-rules.ts'
import type { MessagesRequest } from '#lib/demo/anthropic/request.ts'
import { hostedToolFaults } from './anthropic-hosted-tools.ts'

/**
 * What Anthropic's Messages API refuses in a request, as far as its documents and error messages say: written from
 * those alone, without a look at the code that it judges. An empty list means that the request would be accepted.
 */
export function anthropicFaults(body: JsonObject): string[] {
  const faults: string[] = []
  const fault = (path: string, problem: string) => faults.push(`${path}: ${problem}`)
  if (typeof body.model !== 'string' || body.model === '') fault('model', 'is required')
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) fault('max_tokens', 'is required')
  checkSystem(body, fault)
  checkTools(body, fault)
  hostedToolFaults(body, fault)
  checkMessages(body, fault)
  checkThinking(body, fault)
  checkCaching(body, fault)
  for (const stop of listOf(body.stop_sequences)) {
    if (typeof stop !== 'string' || stop.trim() === '') fault('stop_sequences', 'each must contain non-whitespace')
  }
  const { temperature } = body
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 1)) {
    fault('temperature', 'range: 0..1')
  }
  for (const complaint of modelComplaints(body as MessagesRequest)) fault('model', complaint)
  return faults
}

type Fault = (path: string, problem: string) => void

const ID = /^[a-zA-Z0-9_-]{1,64}$/
const NAME = /^[a-zA-Z0-9_-]{1,128}$/
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

function checkSystem(body: JsonObject, fault: Fault): void {
  const { system } = body
  if (system === undefined) return
  const texts = typeof system === 'string' ? [system] : blocksOf(system).map((block) => block.text)
  if (texts.length === 0) fault('system', 'must not be empty')
  for (const text of texts) if (typeof text !== 'string' || text.trim() === '') fault('system', 'must not be blank')
}

function checkTools(body: JsonObject, fault: Fault): void {
  const tools = blocksOf(body.tools)
  const names = tools.map((tool) => String(tool.name))
  if (new Set(names).size < names.length) fault('tools', 'tool names must be unique')
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== undefined) continue
    if (!NAME.test(String(tool.name))) fault(`tools.${index}.name`, 'pattern')
    if (!isJsonObject(tool.input_schema) || tool.input_schema.type !== 'object') {
      fault(`tools.${index}.input_schema`, 'must be an object schema')
    }
  }
  const choice = isJsonObject(body.tool_choice) ? body.tool_choice : null
  if (choice === null) return
  if (tools.length === 0) fault('tool_choice', 'may only be specified while providing tools')
  if (choice.type === 'tool' && !names.includes(String(choice.name))) fault('tool_choice', 'tool not found')
  if (!['auto', 'any', 'none', 'tool'].includes(String(choice.type))) fault('tool_choice', 'unknown type')
}

function checkMessages(body: JsonObject, fault: Fault): void {
  const messages = blocksOf(body.messages)
  if (messages.length === 0) fault('messages', 'at least one message is required')
  if (messages[0] && messages[0].role !== 'user') fault('messages.0', 'first message must use the user role')
  const usedIds = new Set<string>()
  let pending: string[] = []
  for (const [index, message] of messages.entries()) {
    const at = `messages.${index}`
    const content =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : blocksOf(message.content)
    if (index > 0 && messages[index - 1]?.role === message.role) fault(at, 'roles must alternate')
    if (content.length === 0) fault(at, 'content must be non-empty')
    checkTexts(content, at, fault)
    if (message.role === 'user') {
      checkResults(content, pending, at, fault)
      pending = []
    } else if (message.role === 'assistant') {
      pending = checkAnswer(content, usedIds, at, fault)
    } else {
      fault(at, 'unknown role')
    }
  }
  const last = messages.at(-1)
  const text = last?.role === 'assistant' ? blocksOf(last.content).at(-1) : undefined
  if (text?.type === 'text' && /\s$/.test(String(text.text))) {
    fault('messages', 'final assistant content cannot end with trailing whitespace')
  }
}

function checkTexts(content: JsonObject[], at: string, fault: Fault): void {
  const texts = content.filter((block) => block.type === 'text').map((block) => block.text)
  if (texts.some((text) => text === '')) fault(at, 'text content blocks must be non-empty')
  if (texts.some((text) => typeof text !== 'string')) fault(at, 'text must be a string')
  if (texts.length > 0 && texts.every((text) => String(text).trim() === '')) {
    fault(at, 'text content blocks must contain non-whitespace text')
  }
  if (texts.some((text) => !String(text).isWellFormed())) {
    fault(at, 'no low surrogate in string')
  }
}

function checkResults(content: JsonObject[], pending: string[], at: string, fault: Fault): void {
  const results = content.filter((block) => block.type === 'tool_result')
  if (content.slice(0, results.length).some((block) => block.type !== 'tool_result')) {
    fault(at, 'tool_result blocks must come first')
  }
  const answered = results.map((result) => String(result.tool_use_id))
  if (new Set(answered).size < answered.length) fault(at, 'each tool_use must have a single result')
  for (const id of answered) if (!pending.includes(id)) fault(at, `unexpected tool_use_id ${id}`)
  for (const id of pending) if (!answered.includes(id)) fault(at, `tool_use ${id} without tool_result`)
  for (const block of content) {
    if (!['text', 'image', 'tool_result', 'document'].includes(String(block.type))) {
      fault(at, `a user message cannot hold ${block.type}`)
    }
    if (block.type === 'image') checkImage(block, at, fault)
    if (block.type === 'document') checkDocument(block, at, fault)
    if (block.type !== 'tool_result') continue
    const inner = blocksOf(block.content)
    if (inner.length === 0) fault(at, 'tool_result content must be non-empty')
    if (typeof block.is_error !== 'boolean') fault(at, 'is_error must be set')
    checkTexts(inner, at, fault)
    for (const each of inner) {
      if (each.type === 'image') checkImage(each, at, fault)
      else if (each.type === 'document') checkDocument(each, at, fault)
      else if (each.type !== 'text') fault(at, `a tool_result cannot hold ${each.type}`)
    }
  }
}

function checkDocument(block: JsonObject, at: string, fault: Fault): void {
  const { type, media_type, data, url } = isJsonObject(block.source) ? block.source : {}
  if (type === 'url' ? !/^https?:/.test(String(url)) : !['base64', 'text', 'content', 'file'].includes(String(type))) {
    fault(at, 'document source')
  }
  if (type === 'base64' && (media_type !== 'application/pdf' || !data)) fault(at, 'document media type')
  if (type === 'text' && (media_type !== 'text/plain' || !data)) fault(at, 'document media type')
}

function checkImage(block: JsonObject, at: string, fault: Fault): void {
  const source = isJsonObject(block.source) ? block.source : {}
  if (source.type === 'url' ? !/^https?:/.test(String(source.url)) : source.type !== 'base64') {
    fault(at, 'image source')
  }
  if (source.type === 'base64' && (!IMAGE_TYPES.includes(String(source.media_type)) || !source.data)) {
    fault(at, 'image media type')
  }
}

/** The ids that the next message must answer. */
function checkAnswer(content: JsonObject[], usedIds: Set<string>, at: string, fault: Fault): string[] {
  const calls = content.filter((block) => block.type === 'tool_use')
  for (const call of calls) {
    if (!ID.test(String(call.id))) fault(at, `tool_use id ${call.id} does not match the pattern`)
    if (!NAME.test(String(call.name))) fault(at, `tool_use name ${call.name} does not match the pattern`)
    if (!isJsonObject(call.input)) fault(at, 'tool_use input must be an object')
    if (usedIds.has(String(call.id))) fault(at, 'tool_use ids must be unique')
    usedIds.add(String(call.id))
  }
  let afterCall = false
  for (const block of content) {
    if (isThinking(block)) {
      afterCall = false
      if (block.type === 'thinking' && !block.signature) fault(at, 'thinking needs a signature')
    } else if (block.type === 'tool_use') {
      afterCall = true
    } else if (afterCall) {
      fault(at, `${block.type} after tool_use`)
    }
    if (block.type === 'tool_result' || block.type === 'image') fault(at, `an answer cannot hold ${block.type}`)
  }
  const last = content.at(-1)
  if (last && isThinking(last)) fault(at, 'the final block in an assistant message cannot be thinking')
  return calls.map((call) => String(call.id))
}

function checkThinking(body: JsonObject, fault: Fault): void {
  const thinking = isJsonObject(body.thinking) ? body.thinking : null
  if (thinking === null || thinking.type === 'disabled') return
  if (body.temperature !== undefined && body.temperature !== 1) fault('temperature', 'may only be 1 with thinking')
  if (thinking.type !== 'enabled') return
  const choice = isJsonObject(body.tool_choice) ? body.tool_choice.type : 'auto'
  if (choice === 'any' || choice === 'tool') fault('thinking', 'may not be enabled when tool_choice forces tool use')
  const budget = Number(thinking.budget_tokens)
  if (!(budget >= 1024)) fault('thinking.budget_tokens', 'must be at least 1024')
  if (!(budget < Number(body.max_tokens))) fault('max_tokens', 'must be greater than thinking.budget_tokens')
  const messages = blocksOf(body.messages)
  const last = messages.at(-1)
  const continues = last?.role === 'assistant' || blocksOf(last?.content)[0]?.type === 'tool_result'
  const answer = messages.findLast((message) => message.role === 'assistant')
  const first = blocksOf(answer?.content)[0]
  if (continues && !(first && isThinking(first)))
    fault('messages', 'a final assistant message must start with thinking')
}

function checkCaching(body: JsonObject, fault: Fault): void {
  const blocks = [
    ...blocksOf(body.system),
    ...blocksOf(body.tools),
    ...blocksOf(body.messages).flatMap((message) => blocksOf(message.content)),
  ]
  const marked = blocks.filter((block) => block.cache_control !== undefined)
  if (marked.length > 4) fault('cache_control', 'a maximum of 4 blocks')
  for (const block of marked) {
    if (isThinking(block) || block.text === '') fault('cache_control', `cannot be set on ${block.type}`)
  }
}

const isThinking = (block: JsonObject): boolean => block.type === 'thinking' || block.type === 'redacted_thinking'

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function blocksOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isJsonObject)
}
