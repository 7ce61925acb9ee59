import type { EstimateHints } from '../adapters/adapter.ts'
import type { ContentBlock, DocumentBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import { estimateOf } from '../pricing/estimate.ts'
import type { SwapOption } from '../routing/swap.ts'
import { pathFrom } from './path-from.ts'
import { picturesIn } from './stand-ins.ts'

/** A conversation that is too long for a model. */
export interface TooLong {
  /** As stored, with the next question. */
  path: readonly Message[]
  /** As it goes, with the next question, which may be empty. */
  messages: readonly Message[]
  tools: readonly ToolDefinition[]
  system_prompt: string | null
  files: EstimateHints['files']
  documents: EstimateHints['documents']
}

/** Of a summary, about; and of the window what is to be in use after it, so that the chat can go on for a while. */
const BRIEF_TOKENS = 1_500
const SHARE = 0.6

/** What can be done about it, each so that the next question fits. */
export function windowWays(
  models: ModelDirectory,
  said: TooLong,
  target: AvailableModel,
  present: AvailableModel | undefined,
  at: string,
): SwapOption[] {
  return [
    ...briefWay(models, said, target, present, at),
    ...branchWay(said, target),
    ...fileWay(said, target),
    ...largerWay(models, said, target, at),
  ]
}

function sizeOf(
  { tools, system_prompt, files, documents }: TooLong,
  messages: readonly Message[],
  { id, adapter, capabilities }: AvailableModel,
): number {
  const offered = capabilities.supports_tools ? [...tools] : []
  return adapter?.estimateInputTokens([...messages], offered, system_prompt, { files, documents, model: id }) ?? 0
}

/** The beginning in brief: as little of it as leaves room. */
function briefWay(
  models: ModelDirectory,
  said: TooLong,
  target: AvailableModel,
  present: AvailableModel | undefined,
  at: string,
): SwapOption[] {
  const { messages } = said
  const from = firstThatFits(said, target, -BRIEF_TOKENS)
  const last = from === undefined ? undefined : messages[from - 1]
  const writer = last && briefWriter(models, said, messages.slice(0, from), present)
  if (!last || !writer) return []
  const input_tokens = sizeOf(said, messages.slice(0, from), writer)
  const { cost_usd } = estimateOf({ model: writer.id, input_tokens, output_tokens: BRIEF_TOKENS, at }, models)
  const label = `Send what was said so far in brief, as ${writer.label} sums it up`
  return [{ id: 'brief', label, model: writer.id, cost_usd, up_to: last.id }]
}

/** What was said from a question on, as much of it as leaves room, in a chat of its own. */
function branchWay(said: TooLong, target: AvailableModel): SwapOption[] {
  const start = firstThatFits(said, target)
  const first = start === undefined ? undefined : said.messages[start]
  // The next question alone is a new chat, and no branch of this one.
  if (start === undefined || !first || start === said.messages.length - 1) return []
  const before = said.path.slice(
    0,
    said.path.findIndex(({ id }) => id === first.id),
  )
  const turn = before.filter(({ role }) => role === 'user').length + 1
  const tokens = sizeOf(said, pathFrom(said.messages, start), target)
  return [{ id: 'branch', label: `Begin a branch at turn ${turn}`, from: { message_id: first.id, turn, tokens } }]
}

/** The index of the first question from which on it fits, with room to go on. `beside`: tokens more or less than that. */
function firstThatFits(said: TooLong, target: AvailableModel, beside = 0): number | undefined {
  const room = target.capabilities.max_context_tokens * SHARE + beside
  const questions = said.messages.flatMap(({ role }, index) => (role === 'user' && index > 0 ? [index] : []))
  return firstThat(questions, (index) => sizeOf(said, pathFrom(said.messages, index), target) <= room)
}

/** The first for which it holds, where it holds for all after it, too. */
function firstThat(sorted: readonly number[], holds: (each: number) => boolean): number | undefined {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(sorted[middle] ?? 0)) to = middle
    else from = middle + 1
  }
  return sorted[from]
}

/** The present model, else any that all of it fits. */
function briefWriter(
  models: ModelDirectory,
  said: TooLong,
  covered: readonly Message[],
  present: AvailableModel | undefined,
): AvailableModel | undefined {
  const others = [models.defaultModel, ...models.list().flatMap(({ id, configured }) => (configured ? id : []))]
  return [present, ...others.map((id) => models.find(id))].find(
    (model) =>
      model?.adapter && sizeOf(said, covered, model) + 2 * BRIEF_TOKENS <= model.capabilities.max_context_tokens,
  )
}

/** The largest file, where it is enough to leave it out. */
function fileWay(said: TooLong, target: AvailableModel): SwapOption[] {
  const whole = sizeOf(said, said.messages, target)
  const found = said.messages.flatMap(({ content }) => content.filter(isUpload))
  const sized = found.map((block) => {
    const without = said.messages.map((message) => withoutFile(message, block))
    return { block, left: sizeOf(said, without, target) }
  })
  const [best] = sized.toSorted((a, b) => a.left - b.left)
  if (!best || best.left > target.capabilities.max_context_tokens) return []
  const { name, source } = best.block
  return [
    { id: 'leave_out_file', label: `Leave ${name} out`, file: { name, data: source.data, tokens: whole - best.left } },
  ]
}

function isUpload(block: ContentBlock): block is DocumentBlock {
  return block.type === 'document' && block.source.kind === 'file_ref'
}

function withoutFile(message: Message, { source, name }: DocumentBlock): Message {
  const isIt = (block: ContentBlock) => block.type === 'document' && block.source.data === source.data
  if (!message.content.some(isIt)) return message
  const note = { type: 'text' as const, text: `[file left out: ${name}]` }
  return { ...message, content: message.content.map((block) => (isIt(block) ? note : block)) }
}

/** The model that reads it for the least. */
function largerWay(models: ModelDirectory, said: TooLong, target: AvailableModel, at: string): SwapOption[] {
  const hasPictures = picturesIn(said.messages).length > 0
  const fitting = models.list().flatMap(({ id, configured }) => {
    const model = configured && id !== target.id ? models.find(id) : undefined
    const { max_context_tokens: window, supports_images } = model?.capabilities ?? {}
    if (!model?.adapter || window === undefined || window <= target.capabilities.max_context_tokens) return []
    if (hasPictures && !supports_images) return []
    const input_tokens = sizeOf(said, said.messages, model)
    if (input_tokens > window) return []
    const { cost_usd } = estimateOf({ model: id, input_tokens, output_tokens: 0, at }, models)
    return [{ model, cost_usd }]
  })
  const [least] = fitting.toSorted((a, b) => Number(a.cost_usd ?? Infinity) - Number(b.cost_usd ?? Infinity))
  if (!least) return []
  const { model, cost_usd } = least
  return [
    { id: 'larger_window', label: `Take ${model.label}, whose window holds all of it`, model: model.id, cost_usd },
  ]
}
