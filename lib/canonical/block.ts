import { z } from 'zod'
import { JsonObject } from './json.ts'
import { orNewer } from './or-newer.ts'

// canonical-message-format §4.2. Objects are loose: a field that a newer version added survives a load and save.

export const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string() })
export interface TextBlock {
  type: 'text'
  text: string
}

export const ToolUseBlock = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string(),
  input: JsonObject,
  raw_input: z.string().optional(),
})
export interface ToolUseBlock {
  type: 'tool_use'
  /** Canonical id, `tu_<ulid>`; never the provider's. */
  id: string
  name: string
  input: JsonObject
  /** The arguments as received, present only when they are not a JSON object: such a call is never dispatched. */
  raw_input?: string | undefined
}

export const ImageSourceKind = z.enum(['base64', 'url', 'file_ref'])
export type ImageSourceKind = z.infer<typeof ImageSourceKind>

export const ImageBlock = z.looseObject({
  type: z.literal('image'),
  source: z.looseObject({ kind: orNewer(ImageSourceKind), data: z.string().min(1) }),
  media_type: z.string().min(1),
})
export interface ImageBlock {
  type: 'image'
  /** `data` is base64 text, a URL, or the content address of an upload (`attachments/<sha256>`). */
  source: { kind: ImageSourceKind; data: string }
  /** IANA media type, for instance `image/png`. */
  media_type: string
}

export const ThinkingBlock = z.looseObject({
  type: z.literal('thinking'),
  text: z.string(),
  signature: z.string().nullish(),
})
export interface ThinkingBlock {
  type: 'thinking'
  text: string
  /** Opaque token of the producing provider; valid for the producing model only. */
  signature?: string | null | undefined
}

export const RedactedThinkingBlock = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() })
export interface RedactedThinkingBlock {
  type: 'redacted_thinking'
  data: string
}

export interface ToolResultBlock {
  type: 'tool_result'
  tool_use_id: string
  content: ContentBlock[]
  /** Absent means false. */
  is_error?: boolean | undefined
}
export const ToolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  get content(): z.ZodType<ContentBlock[]> {
    return z.array(ContentBlock)
  },
  is_error: z.boolean().optional(),
})

/**
 * The closed set. Every `switch` over it ends in `assertNever`.
 *
 * Stored messages may hold block types that this version does not know (§10.3): they keep their place in `content`,
 * equal as a JSON value. Code that reads stored messages therefore asks `isKnownBlock` before it switches.
 */
export type ContentBlock =
  | TextBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | ThinkingBlock
  | RedactedThinkingBlock

export type BlockType = ContentBlock['type']

export const BLOCK_TYPES = [
  'text',
  'tool_use',
  'tool_result',
  'image',
  'thinking',
  'redacted_thinking',
] as const satisfies BlockType[]

const knownTypes: ReadonlySet<string> = new Set(BLOCK_TYPES)

export function isKnownBlock(block: { type: string }): block is ContentBlock {
  return knownTypes.has(block.type)
}

const KnownBlock = z.discriminatedUnion('type', [
  TextBlock,
  ToolUseBlock,
  ToolResultBlock,
  ImageBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
])

export const UnknownBlock = z
  .looseObject({ type: z.string().min(1) })
  // Aborts, so that the union reports what is wrong with the known block and not only this.
  .refine((block) => !knownTypes.has(block.type), { error: 'malformed block of a known type', abort: true })

/** What is stored: a known block, well formed, or a block of a type we do not know, kept as it is. */
export const ContentBlock = z.union([KnownBlock, UnknownBlock]) as unknown as z.ZodType<ContentBlock>

export function isBlockOf<T extends BlockType>(
  type: T,
): (block: ContentBlock) => block is Extract<ContentBlock, { type: T }> {
  return (block): block is Extract<ContentBlock, { type: T }> => block.type === type
}

/** The text blocks of a message, joined as they stand. */
export function textOf(content: readonly ContentBlock[]): string {
  return content
    .filter(isBlockOf('text'))
    .map((block) => block.text)
    .join('')
}
