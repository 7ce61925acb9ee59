import { sniffImageType } from '../../media/base64-type.ts'
import { isOwnRedacted, isSigned } from '../signature.ts'
import { hasSmallWindow, modelComplaints } from './model-rules.ts'
import { blocksOf, type ContentBlock, isSearch, type Message, type MessagesRequest } from './request.ts'

const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const MAX_CACHE_MARKS = 4
/** Of pictures and pages in one request; with a window of a million tokens more. */
const MAX_MEDIA = 600
const MAX_MEDIA_OF_SMALL = 100
const MAX_MESSAGES = 100_000

/** The first rule beyond mere shape that a request breaks, in Anthropic's words; `null` when it is fine. */
export function brokenRule(request: MessagesRequest): string | null {
  for (const complaint of complaints(request)) return complaint
  return null
}

function* complaints(request: MessagesRequest): Generator<string> {
  yield* parameters(request)
  yield* roles(request.messages)
  const used = new Set<string>()
  for (const [at, message] of request.messages.entries()) {
    yield* contents(message, at, request.model)
    yield* pairing(request.messages, at, used)
  }
  yield* searches(request)
  yield* thinkingFirst(request)
  yield* modelComplaints(request)
}

function* parameters({
  messages,
  system,
  tools,
  tool_choice,
  thinking,
  ...request
}: MessagesRequest): Generator<string> {
  if (messages.length === 0) yield 'messages: at least one message is required'
  if (messages.length > MAX_MESSAGES) yield `messages: at most ${MAX_MESSAGES} messages are allowed`
  const blocks = messages.flatMap(blocksOf)
  const pictures = [...blocks, ...blocks.flatMap(resultBlocks)].filter(({ type }) => type === 'image').length
  const most = hasSmallWindow(request.model) ? MAX_MEDIA_OF_SMALL : MAX_MEDIA
  if (pictures > most) yield `messages: too much media: 0 document pages + ${pictures} images > ${most}`
  if (typeof system !== 'string' && system?.some(({ text }) => text === ''))
    yield 'system: text content blocks must be non-empty'
  const names = tools?.map(({ name }) => name) ?? []
  if (new Set(names).size < names.length) yield 'tools: Tool names must be unique.'
  if (tool_choice && names.length === 0) yield 'tool_choice: tool_choice may only be specified while providing tools.'
  if (tool_choice?.type === 'tool' && !names.includes(tool_choice.name))
    yield `Tool '${tool_choice.name}' not found in provided tools`
  if (request.stop_sequences?.some((sequence) => sequence.trim() === ''))
    yield 'stop_sequences: each stop sequence must contain non-whitespace'
  if (request.temperature !== undefined && request.top_p !== undefined)
    yield '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
  yield* lifetimes({ messages, system, tools })
  const marks = [...(tools ?? []), ...(Array.isArray(system) ? system : []), ...messages.flatMap(blocksOf)].filter(
    isMarked,
  ).length
  if (marks > MAX_CACHE_MARKS)
    yield `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided. Found ${marks}.`
  if (tools?.some((tool) => isSearch(tool) && tool.allowed_domains?.length && tool.blocked_domains?.length))
    yield 'tools: Only one of `allowed_domains` or `blocked_domains` may be specified.'
  const cites = blocks.some((block) => block.type === 'document' && block.citations?.enabled)
  if (cites && request.output_config?.format)
    yield 'output_config.format: Citations cannot be used with structured outputs'
  if (thinking === undefined || thinking.type === 'disabled') {
    yield* thoughtAtEnd(messages)
    return
  }
  if (request.top_k !== undefined) yield '`top_k` must be unset when thinking is enabled.'
  if ((request.top_p ?? 1) < 0.95)
    yield '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.'
  if (thinking.type === 'enabled' && thinking.budget_tokens >= request.max_tokens)
    yield '`max_tokens` must be greater than `thinking.budget_tokens`.'
  if (request.temperature !== undefined && request.temperature !== 1)
    yield '`temperature` may only be set to 1 when thinking is enabled.'
  if (thinking.type === 'enabled' && (tool_choice?.type === 'any' || tool_choice?.type === 'tool'))
    yield 'Thinking may not be enabled when tool_choice forces tool use.'
}

/** Nothing may be kept longer than what stands before it. */
function* lifetimes({ tools = [], system, messages }: Pick<MessagesRequest, 'tools' | 'system' | 'messages'>) {
  const all = [...tools, ...(Array.isArray(system) ? system : []), ...messages.flatMap(blocksOf)]
  const marks = all.flatMap((block) => ('cache_control' in block && block.cache_control) || [])
  const short = marks.findIndex(({ ttl }) => ttl !== '1h')
  if (short >= 0 && marks.slice(short).some(({ ttl }) => ttl === '1h'))
    yield "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`."
}

/** With thinking off, an answer that goes on may hold none. */
function* thoughtAtEnd(messages: readonly Message[]): Generator<string> {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return
  const place = blocksOf(last).findIndex(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  if (place >= 0)
    yield `messages.${messages.length - 1}.content.${place}: When \`thinking\` is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`
}

/** The real API joins messages of one role by now; compatible servers still refuse them, and so does the demo. */
function* roles(messages: readonly Message[]): Generator<string> {
  if (messages[0]?.role === 'assistant') yield 'messages: first message must use the "user" role'
  const repeated = messages.find((message, at) => message.role === messages[at - 1]?.role)
  if (repeated)
    yield `messages: roles must alternate between "user" and "assistant", but found multiple "${repeated.role}" roles in a row`
  const last = messages.at(-1)
  const end = last?.role === 'assistant' ? blocksOf(last).at(-1) : undefined
  if (end?.type === 'text' && /\s$/.test(end.text)) {
    yield 'messages: final assistant content cannot end with trailing whitespace'
  }
}

function* contents(message: Message, at: number, model: string): Generator<string> {
  const blocks = blocksOf(message)
  if (blocks.length === 0)
    yield `messages.${at}: all messages must have non-empty content except for the optional final assistant message`
  for (const [place, block] of blocks.entries()) {
    const path = `messages.${at}.content.${place}`
    if (block.type === 'text') {
      if (block.text === '') yield 'messages: text content blocks must be non-empty'
      if (block.text.trim() === '' && blocks.length === 1)
        yield 'messages: text content blocks must contain non-whitespace text'
    }
    if (block.type === 'image') yield* picture(block, path)
    if (block.type === 'document') yield* document(block, path)
    if (block.type === 'tool_use' && message.role === 'user')
      yield `${path}: \`tool_use\` blocks can only be in \`assistant\` messages`
    if (block.type === 'tool_result' && message.role === 'assistant')
      yield `${path}: \`tool_result\` blocks can only be in \`user\` messages`
    if (block.type === 'tool_result' && Array.isArray(block.content)) yield* resultContents(block.content, path)
    if ((block.type === 'thinking' || block.type === 'redacted_thinking') && message.role === 'user')
      yield `${path}: \`${block.type}\` blocks may only be in \`assistant\` messages.`
    if (block.type === 'thinking' && !isSigned(block, model))
      yield `${path}: Invalid \`signature\` in \`thinking\` block`
    if (block.type === 'redacted_thinking' && !isOwnRedacted(block.data, model))
      yield `${path}: Invalid \`data\` in \`redacted_thinking\` block`
  }
}

function* resultContents(blocks: readonly ContentBlock[], path: string): Generator<string> {
  for (const [place, block] of blocks.entries()) {
    if (block.type === 'text' && block.text === '') yield 'messages: text content blocks must be non-empty'
    if (block.type === 'image') yield* picture(block, `${path}.tool_result.content.${place}`)
    if (block.type === 'document') yield* document(block, `${path}.tool_result.content.${place}`)
  }
}

function* document({ source }: ContentBlock & { type: 'document' }, path: string): Generator<string> {
  // "%PDF-" in base64.
  if (source.type === 'base64' && !source.data.startsWith('JVBERi'))
    yield `${path}.document.source.base64.data: The PDF specified was not valid.`
  if (source.type === 'text' && source.data.trim() === '') yield `${path}.document.source: text cannot be empty`
}

function* picture({ source }: ContentBlock & { type: 'image' }, path: string): Generator<string> {
  if (source.type !== 'base64') return
  const bytes = source.data.length
  if (bytes > MAX_PICTURE_BYTES)
    yield `${path}.image.source.base64: image exceeds 5 MB maximum: ${bytes} bytes > ${MAX_PICTURE_BYTES} bytes`
  const real = sniffImageType(source.data)
  if (real === null) yield 'Could not process image'
  if (real !== source.media_type)
    yield `${path}.image.source.base64.data: The image was specified using the ${source.media_type} media type, but the image appears to be a ${real} image`
}

/** Each call is answered once, by the results that begin the next message, and each result answers a call before it. */
function* pairing(messages: readonly Message[], at: number, used: Set<string>): Generator<string> {
  const message = messages[at]
  if (message === undefined) return
  const blocks = blocksOf(message)
  const calls = blocks.filter((block) => block.type === 'tool_use').map(({ id }) => id)
  for (const id of calls) {
    if (used.has(id)) yield 'messages: `tool_use` ids must be unique'
    used.add(id)
  }
  const next = messages[at + 1]
  const answered = new Set(next ? resultsOf(blocksOf(next)) : [])
  const open = calls.filter((id) => !answered.has(id))
  if (open.length > 0) {
    yield `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  }
  const before = messages[at - 1]
  const owed = new Set(before ? blocksOf(before).flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) : [])
  const seen = new Set<string>()
  for (const [place, block] of blocks.entries()) {
    if (block.type !== 'tool_result') continue
    const path = `messages.${at}.content.${place}`
    const id = block.tool_use_id
    if (!owed.has(id))
      yield `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    if (seen.has(id))
      yield `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
    seen.add(id)
    if (blocks[place - 1] && blocks[place - 1]?.type !== 'tool_result')
      yield `${path}: \`tool_result\` blocks must come first in the message that answers \`tool_use\` blocks`
  }
}

/** What the provider ran itself is a call and its result in one answer, and only where the tool is offered still. */
function* searches({ messages, tools }: MessagesRequest): Generator<string> {
  const isOffered = tools?.some(isSearch) ?? false
  for (const [at, message] of messages.entries()) {
    const blocks = blocksOf(message)
    const called = blocks.flatMap((block) => (block.type === 'server_tool_use' ? [block.id] : []))
    const answered = blocks.flatMap((block) => (block.type === 'web_search_tool_result' ? [block.tool_use_id] : []))
    const open = called.find((id) => !answered.includes(id))
    const stray = answered.find((id) => !called.includes(id))
    if (open !== undefined)
      yield `messages.${at}: \`web_search\` tool use with id ${open} was found without a corresponding \`web_search_tool_result\` block`
    if (stray !== undefined)
      yield `messages.${at}: unexpected \`tool_use_id\` found in \`web_search_tool_result\` blocks: ${stray}. Each \`web_search_tool_result\` block must have a corresponding \`server_tool_use\` block before it.`
    if (called.length > 0 && !isOffered)
      yield `messages.${at}: \`server_tool_use\` blocks of \`web_search\` need the tool \`web_search\` in \`tools\``
  }
}

/** In the middle of a tool loop, thinking that was asked for must be there from the start of it. */
function* thinkingFirst({ messages, thinking }: MessagesRequest): Generator<string> {
  const last = messages.at(-1)
  const before = messages.at(-2)
  if (thinking?.type !== 'enabled' || last === undefined || before?.role !== 'assistant') return
  if (resultsOf(blocksOf(last)).length === 0) return
  const first = blocksOf(before)[0]?.type
  if (first === 'thinking' || first === 'redacted_thinking') return
  yield `messages.${messages.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). To avoid this requirement, disable \`thinking\`.`
}

function resultsOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
}

function resultBlocks(block: ContentBlock): ContentBlock[] {
  return block.type === 'tool_result' && Array.isArray(block.content) ? block.content : []
}

function isMarked(block: object): boolean {
  return 'cache_control' in block && Boolean(block.cache_control)
}
