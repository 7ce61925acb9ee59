import { assertNever } from '../assert-never.ts'
import { type ContentBlock, isBlockOf, isKnownBlock, type TextBlock } from '../canonical/block.ts'
import type { HostedToolBlock } from '../canonical/hosted-tool.ts'
import type { Message, MessageMetadata } from '../canonical/message.ts'
import { fromPicoDollars, toPicoDollars } from '../canonical/pico-dollars.ts'
import type { ShareContent, ShareInclude } from '../canonical/share-content.ts'
import { isUnpriced } from '../canonical/unpriced.ts'
import type { Usage } from '../canonical/usage.ts'
import { finishedOf } from '../session/fork.ts'
import { NothingToShareError, ShareRangeError } from './refused.ts'
import { hiddenBlock, type SharedCosts } from './snapshot.ts'

/** What a share would show, still under the ids of its chat: nothing of it is masked, and its pictures are the uploads. */
export interface ShareDraft {
  title: string | null
  system_prompt: string | null
  /** Each block stands where it stood, or a hidden one in its place. */
  messages: Message[]
  costs: SharedCosts | null
}

export interface Shared {
  title: string | null
  system_prompt: string | null
  /** The active path. */
  path: readonly Message[]
}

/**
 * What is shown of a chat, copied field by field: what is not named here is not in it. An answer in the making, and what
 * follows it, is not shown. Throws `ShareRangeError`, `NothingToShareError`.
 */
export function draftOf({ title, system_prompt, path }: Shared, content: ShareContent): ShareDraft {
  const { include } = content
  const chosen = finishedOf(inRange(path, content)).filter(({ role }) => role !== 'system' || include.system_prompt)
  if (chosen.length === 0) throw new NothingToShareError()
  const howShown = choiceOf(chosen, content.hidden)
  return {
    title,
    system_prompt: include.system_prompt ? system_prompt : null,
    messages: chosen.map((message) => shownMessage(message, include, howShown)),
    costs: include.costs ? costsOf(chosen) : null,
  }
}

function inRange(path: readonly Message[], { from, to }: ShareContent): readonly Message[] {
  const first = from === undefined ? 0 : path.findIndex(({ id }) => id === from)
  if (first === -1) throw new ShareRangeError('from')
  const last = to === undefined ? path.length - 1 : path.findIndex(({ id }) => id === to)
  if (to !== undefined && last < first) throw new ShareRangeError('to')
  return path.slice(first, last + 1)
}

/** What came of a block that was chosen not to be shown: `emptied` is a result that is said to be there, without what it says. */
type HowShown = (message: Message, index: number) => 'shown' | 'hidden' | 'emptied'

/** With a call its result is hidden as well: alone it would say what was called. */
function choiceOf(messages: readonly Message[], hidden: ShareContent['hidden']): HowShown {
  const places = new Set(hidden.map(({ message_id, block }) => `${message_id} ${block}`))
  const isChosen = ({ id }: Message, index: number) => places.has(`${id} ${index}`)
  const calls = new Set(
    messages.flatMap((message) =>
      message.content.flatMap((block, index) =>
        block.type === 'tool_use' && isChosen(message, index) ? [block.id] : [],
      ),
    ),
  )
  return (message, index) => {
    const block = message.content[index]
    if (block?.type === 'tool_result' && calls.has(block.tool_use_id)) return 'hidden'
    if (!isChosen(message, index)) return 'shown'
    return block?.type === 'tool_result' ? 'emptied' : 'hidden'
  }
}

function shownMessage(message: Message, include: ShareInclude, howShown: HowShown): Message {
  const { id, session_id, role, created_at, schema_version } = message
  const content = withoutOverride(message, include).map((block, index) => {
    const how = howShown(message, index)
    if (how === 'hidden') return hiddenBlock
    return shownBlock(block, how === 'emptied' ? { ...include, tool_results: false } : include)
  })
  const metadata = shownMetadata(message.metadata, include)
  // A result that is hidden is not to be found by its call.
  const { parent_tool_use_id: _answers, ...others } = metadata
  const isWithoutResult = role === 'tool' && !content.some(isBlockOf('tool_result'))
  return { id, session_id, role, content, metadata: isWithoutResult ? others : metadata, created_at, schema_version }
}

/** `@model` before a question is a name of a model. */
function withoutOverride({ content, metadata }: Message, { models }: ShareInclude): ContentBlock[] {
  const { override } = metadata
  const [first, ...rest] = content
  if (models || !override || first?.type !== 'text' || !first.text.startsWith(override)) return content
  return [{ ...first, text: first.text.slice(override.length).trimStart() }, ...rest]
}

function shownMetadata(metadata: MessageMetadata, { models, costs }: ShareInclude): MessageMetadata {
  const { turn_id, parent_tool_use_id, status, stop_reason, model, provider, usage } = metadata
  return {
    ...(turn_id !== undefined && { turn_id }),
    ...(parent_tool_use_id && { parent_tool_use_id }),
    ...(status !== undefined && { status }),
    ...(stop_reason !== undefined && { stop_reason }),
    ...(models && model && { model }),
    ...(models && provider && { provider }),
    ...(costs && usage && { usage: shownUsage(usage) }),
  }
}

function shownUsage(usage: Usage): Usage {
  const { input_tokens, output_tokens, cached_input_tokens, cache_creation_input_tokens } = usage
  const { estimated, cost_usd, cost_state, latency_ms } = usage
  return {
    input_tokens,
    output_tokens,
    cached_input_tokens,
    cache_creation_input_tokens,
    ...(estimated !== undefined && { estimated }),
    cost_usd,
    ...(cost_state !== undefined && { cost_state }),
    pricing_version: null,
    latency_ms,
  }
}

function shownBlock(block: ContentBlock, include: ShareInclude): ContentBlock {
  if (!isKnownBlock(block)) return hiddenBlock
  switch (block.type) {
    case 'text':
      return shownText(block, include)
    case 'thinking':
      return include.thinking ? { type: 'thinking', text: block.text } : hiddenBlock
    case 'tool_use': {
      const { type, id, name, input, raw_input } = block
      if (!include.tool_inputs) return { type, id, name, ...INPUT_HIDDEN }
      return { type, id, name, input, ...(raw_input !== undefined && { raw_input }) }
    }
    case 'tool_result': {
      const { type, tool_use_id, is_error } = block
      if (!include.tool_results) return { type, tool_use_id, content: [hiddenBlock] }
      const content = block.content.map((inner) => shownBlock(inner, include))
      return { type, tool_use_id, content, ...(is_error !== undefined && { is_error }) }
    }
    case 'hosted_tool':
      return shownHostedTool(block, include)
    case 'image': {
      const { type, source, media_type } = block
      // One that lies elsewhere would tell its host who reads the share.
      if (!include.pictures || source.kind === 'url') return hiddenBlock
      return { type, source: { kind: source.kind, data: source.data }, media_type }
    }
    // Nobody can see in a preview what all stands in a file, or what a provider has sealed.
    case 'document':
    case 'redacted_thinking':
      return hiddenBlock
    default:
      return assertNever(block)
  }
}

const INPUT_HIDDEN = { input: {}, input_hidden: true } as const

/** What an answer says of a document names the document, and shows pieces of it. */
function shownText({ type, text, citations }: TextBlock, { tool_results }: ShareInclude): TextBlock {
  const shown = citations?.flatMap(({ url, title, cited_text, start, end }) =>
    url
      ? {
          url,
          ...(title && { title }),
          ...(tool_results && cited_text && { cited_text }),
          ...(typeof start === 'number' && { start }),
          ...(typeof end === 'number' && { end }),
        }
      : [],
  )
  return { type, text, ...(shown && shown.length > 0 && { citations: shown }) }
}

function shownHostedTool(block: HostedToolBlock, { models, tool_inputs, tool_results }: ShareInclude): HostedToolBlock {
  const { type, tool, name, input, status, result } = block
  const shownResult = tool_results ? result && shownHostedResult(result) : undefined
  return {
    type,
    tool,
    // The provider's own name of it has the provider in it.
    name: models ? name : tool,
    ...(tool_inputs ? { input } : INPUT_HIDDEN),
    status,
    ...(shownResult && { result: shownResult }),
    ...(result && !tool_results && { result_hidden: true }),
  }
}

function shownHostedResult(result: NonNullable<HostedToolBlock['result']>): HostedToolBlock['result'] {
  const { sources, output, text, error } = result
  return {
    ...(sources && {
      sources: sources.map(({ url, title, page_age, text: shown }) => ({
        url,
        title,
        ...(page_age !== undefined && { page_age }),
        ...(shown !== undefined && { text: shown }),
      })),
    }),
    ...(output && {
      output: { stdout: output.stdout, stderr: output.stderr, return_code: output.return_code },
    }),
    ...(text !== undefined && { text }),
    ...(error && { error: { code: error.code, ...(error.message !== undefined && { message: error.message }) } }),
  }
}

function costsOf(messages: readonly Message[]): SharedCosts {
  const unpriced_calls = messages.filter(isUnpriced).length
  const cost = messages.reduce(
    (sum, { metadata: { usage } }) => sum + (toPicoDollars(usage?.cost_usd ?? '0') ?? 0n),
    0n,
  )
  return { cost_usd: cost === 0n && unpriced_calls > 0 ? null : fromPicoDollars(0n, cost), unpriced_calls }
}
