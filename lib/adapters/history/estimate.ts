import { assertNever } from '../../assert-never.ts'
import type { ContentBlock } from '../../canonical/block.ts'
import { isKnownBlock } from '../../canonical/block.ts'
import type { Message } from '../../canonical/message.ts'
import type { ToolDefinition } from '../../canonical/tool.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Carried } from '../protocol.ts'
import { type DocumentCount, documentTokens } from './document-tokens.ts'
import { hostedToolText } from './hosted-tool-text.ts'
import { jsonTokens, sealedTokens } from './json-tokens.ts'
import { type PictureCost, pictureTokens } from './picture-tokens.ts'
import { textTokens } from './text-tokens.ts'

/** What a provider adds around each message: role and separators. */
const PER_MESSAGE = 4
const PER_TOOL = 8

/** What a provider makes of tools, seen in the counts of recorded requests. */
export interface ToolOverhead {
  /** Instructions that it adds when there are tools at all. */
  set: number
  /** Tokens that it counts for one token of a schema's JSON: some write schemas shorter. */
  schema: number
}

/** Where a provider says nothing else of pictures. */
const BY_AREA: PictureCost = { by: 'area', pixels_per_token: 750, max_side: 1_568, max_tokens: 1_600 }

/** What pictures are counted by: the provider's way, and the bytes of those that are files. */
export interface PictureCount {
  documents?: DocumentCount
  cost?: PictureCost | undefined
  files?: CanonicalRequest['files']
}

/** Tokens of a request without a tokenizer; for routing and as a stand-in for missing usage. */
export function estimateInputTokens(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  systemPrompt: string | null,
  overhead: ToolOverhead,
  pictures: PictureCount = {},
  carried: (message: Message) => Carried | null = () => ({ beside: [], thoughts: true }),
): number {
  let tokens = systemPrompt ? textTokens(systemPrompt) + PER_MESSAGE : 0
  for (const message of messages) tokens += PER_MESSAGE + messageTokens(message, pictures, carried(message))
  if (tools.length > 0) tokens += overhead.set
  for (const { name, description, input_schema } of tools) {
    tokens += PER_TOOL + textTokens(name) + textTokens(description)
    tokens += textTokens(JSON.stringify(input_schema)) * overhead.schema
  }
  return Math.ceil(tokens)
}

/** `carried`: null where it is an answer of another, whose thoughts stay behind. */
function messageTokens({ content }: Message, pictures: PictureCount, carried: Carried | null): number {
  const read = contentTokens(carried?.thoughts ? content : content.filter(isNoThought), pictures)
  if (carried === null) return read + wordsOfHost(content)
  const cost = pictures.cost ?? BY_AREA
  return carried.beside.reduce<number>((sum, value) => sum + jsonTokens(value, cost), read)
}

/** What a target that did not write it gets in words of the provider's own tools; its maker's share is what it carries. */
function wordsOfHost(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => {
    if (block.type === 'hosted_tool') return sum + PER_TOOL + textTokens(hostedToolText(block))
    if (block.type !== 'text') return sum
    return sum + textTokens((block.citations ?? []).map(({ title, url }) => `${title ?? ''} ${url ?? ''}`).join('\n'))
  }, 0)
}

function isNoThought({ type }: ContentBlock): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking'
}

export function estimateOutputTokens(content: readonly ContentBlock[]): number {
  return Math.ceil(contentTokens(content, {}))
}

function contentTokens(content: readonly ContentBlock[], pictures: PictureCount): number {
  return content.reduce((sum, block) => sum + blockTokens(block, pictures), 0)
}

const counted = new WeakMap<ContentBlock, number>()

/** A long chat is counted several times for one answer: with and without its end, for one model and another. */
function once(block: ContentBlock, count: () => number): number {
  const known = counted.get(block) ?? count()
  counted.set(block, known)
  return known
}

function blockTokens(block: ContentBlock, pictures: PictureCount): number {
  if (!isKnownBlock(block)) return 0
  switch (block.type) {
    case 'text':
    case 'thinking':
      return once(block, () => textTokens(block.text))
    case 'tool_use':
      return once(
        block,
        () => PER_TOOL + textTokens(block.name) + textTokens(block.raw_input ?? JSON.stringify(block.input)),
      )
    case 'tool_result':
      return PER_TOOL + contentTokens(block.content, pictures)
    case 'document':
      return documentTokens(block, pictures.cost ?? BY_AREA, pictures.documents ?? {})
    case 'image':
      return pictureTokens(block, pictures.cost ?? BY_AREA, pictures.files)
    case 'redacted_thinking':
      return sealedTokens(block.data)
    case 'hosted_tool':
      return 0
    default:
      return assertNever(block)
  }
}
