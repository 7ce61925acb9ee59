import { assertNever } from '../assert-never.ts'
import type { ContentBlock } from '../canonical/block.ts'
import { isKnownBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { CanonicalRequest } from './adapter.ts'
import { type PictureCost, pictureTokens } from './picture-tokens.ts'

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
): number {
  let tokens = systemPrompt ? textTokens(systemPrompt) + PER_MESSAGE : 0
  for (const message of messages) tokens += PER_MESSAGE + contentTokens(message.content, pictures)
  if (tools.length > 0) tokens += overhead.set
  for (const { name, description, input_schema } of tools) {
    tokens += PER_TOOL + textTokens(name) + textTokens(description)
    tokens += textTokens(JSON.stringify(input_schema)) * overhead.schema
  }
  return Math.ceil(tokens)
}

export function estimateOutputTokens(content: readonly ContentBlock[]): number {
  return Math.ceil(contentTokens(content, {}))
}

function contentTokens(content: readonly ContentBlock[], pictures: PictureCount): number {
  return content.reduce((sum, block) => sum + blockTokens(block, pictures), 0)
}

function blockTokens(block: ContentBlock, pictures: PictureCount): number {
  if (!isKnownBlock(block)) return 0
  switch (block.type) {
    case 'text':
    case 'thinking':
      return textTokens(block.text)
    case 'tool_use':
      return PER_TOOL + textTokens(block.name) + textTokens(block.raw_input ?? JSON.stringify(block.input))
    case 'tool_result':
      return PER_TOOL + contentTokens(block.content, pictures)
    case 'image':
      return pictureTokens(block, pictures.cost ?? BY_AREA, pictures.files)
    case 'redacted_thinking':
      return block.data.length / 6
    default:
      return assertNever(block)
  }
}

const WORD = /[\p{L}\p{M}]+|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]/gu
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Words, numbers and marks, as tokenizers cut them: a short Latin word is one token, other scripts take more. */
function textTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(WORD)) {
    const first = piece.charCodeAt(0)
    if (first < 0x80) tokens += /[A-Za-z]/.test(piece) ? Math.max(1, piece.length / 5.5) : 0.75
    else if (DENSE.test(piece)) tokens += piece.length * 0.9
    else tokens += Math.max(1, piece.length / 2.5)
  }
  return tokens
}
