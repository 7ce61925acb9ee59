import { z } from 'zod'
import { Citation, HostedToolBlock } from './hosted-tool.ts'
import { JsonObject } from './json.ts'
import { orNewer } from './or-newer.ts'
import type { Role } from './role.ts'

// canonical-message-format §4.2. Objects are loose: a field that a newer version added survives a load and save.

export const TextBlock = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(Citation).nullish(),
})
export interface TextBlock {
  type: 'text'
  text: string
  /** What an answer stands on, where its provider says so. */
  citations?: Citation[] | null | undefined
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

export const FileSourceKind = z.enum(['base64', 'url', 'file_ref'])
export type FileSourceKind = z.infer<typeof FileSourceKind>

const FileSource = z.looseObject({ kind: orNewer(FileSourceKind), data: z.string().min(1) })
export interface FileSource {
  kind: FileSourceKind
  /** Base64 text, a URL, or the content address of an upload (`attachments/<sha256>`). */
  data: string
}

export const ImageBlock = z.looseObject({
  type: z.literal('image'),
  source: FileSource,
  media_type: z.string().min(1),
})
export interface ImageBlock {
  type: 'image'
  source: FileSource
  /** IANA media type, for instance `image/png`. */
  media_type: string
}

export const DocumentBlock = z.looseObject({
  type: z.literal('document'),
  source: FileSource,
  media_type: z.string().min(1),
  name: z.string(),
  title: z.string().nullish(),
  context: z.string().nullish(),
})
/** A file to be read: its text is kept beside the upload, never in the message. */
export interface DocumentBlock {
  type: 'document'
  source: FileSource
  /** By its bytes and its name, for instance `application/pdf` or `text/csv`. */
  media_type: string
  /** Of the file, without a folder. */
  name: string
  /** What the document is called, where that is not its file's name. */
  title?: string | null | undefined
  /** What a model should know about it beside what stands in it. */
  context?: string | null | undefined
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
  | DocumentBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | HostedToolBlock

export type BlockType = ContentBlock['type']
type BlockOf<T extends BlockType> = Extract<ContentBlock, { type: T }>

/** What every part of the product has to know of a block type. */
interface BlockKind<T extends BlockType> {
  readonly schema: z.ZodObject<{ type: z.ZodLiteral<T> }>
  /** Whose messages may hold it (§5.1.3). A SYSTEM message is text alone: that is what every wire has a place for. */
  readonly roles: readonly (T extends 'text' ? Role : Exclude<Role, 'system'>)[]
  /** Whether a tool result may hold it (§4.2): what was said or seen, never a call, a thought or another result. */
  readonly in_result: boolean
  readonly inner: (block: BlockOf<T>) => readonly ContentBlock[]
  /** The uploads that it refers to itself, by their content address. */
  readonly files: (block: BlockOf<T>) => readonly string[]
  /** What a person reads of it, as plain text: for titles and for search. */
  readonly text: (block: BlockOf<T>) => string
  /** What a message that says nothing else is called; null for what nobody says. */
  readonly title: string | null
}

const nothing = () => []
const silence = () => ''

/**
 * The one table of block types. A new one is added here, and the compiler names every place that has to know what to do
 * with it: each reads this table, has a row for each type, or ends in `assertNever`.
 */
export const BLOCKS = {
  text: {
    schema: TextBlock,
    roles: ['user', 'assistant', 'system'],
    in_result: true,
    inner: nothing,
    files: nothing,
    text: (block) => block.text,
    title: null,
  },
  tool_use: {
    schema: ToolUseBlock,
    roles: ['assistant'],
    in_result: false,
    inner: nothing,
    files: nothing,
    text: silence,
    title: null,
  },
  tool_result: {
    schema: ToolResultBlock,
    roles: ['tool'],
    in_result: false,
    inner: (block) => block.content,
    files: nothing,
    text: (block) => plainText(block.content),
    title: null,
  },
  image: {
    schema: ImageBlock,
    roles: ['user'],
    in_result: true,
    inner: nothing,
    files: ({ source }) => (source.kind === 'file_ref' ? [source.data] : []),
    text: silence,
    title: 'Picture',
  },
  document: {
    schema: DocumentBlock,
    roles: ['user'],
    in_result: true,
    inner: nothing,
    files: ({ source }) => (source.kind === 'file_ref' ? [source.data] : []),
    text: ({ name, title }) => (title ? `${title} (${name})` : name),
    title: 'Document',
  },
  thinking: {
    schema: ThinkingBlock,
    roles: ['assistant'],
    in_result: false,
    inner: nothing,
    files: nothing,
    text: (block) => block.text,
    title: null,
  },
  redacted_thinking: {
    schema: RedactedThinkingBlock,
    roles: ['assistant'],
    in_result: false,
    inner: nothing,
    files: nothing,
    text: silence,
    title: null,
  },
  hosted_tool: {
    schema: HostedToolBlock,
    roles: ['assistant'],
    in_result: false,
    inner: nothing,
    files: nothing,
    text: silence,
    title: null,
  },
} as const satisfies { [T in BlockType]: BlockKind<T> }

/** The types that a message of a role may hold. */
export type BlockTypeOf<R extends Role> = {
  [T in BlockType]: R extends (typeof BLOCKS)[T]['roles'][number] ? T : never
}[BlockType]

export const BLOCK_TYPES = Object.keys(BLOCKS) as BlockType[]

const knownTypes: ReadonlySet<string> = new Set(BLOCK_TYPES)

export function isKnownBlock(block: { type: string }): block is ContentBlock {
  return knownTypes.has(block.type)
}

/** Null for a block of a type that this version does not know. */
function kindOf<T extends BlockType>(block: BlockOf<T>): BlockKind<T> | null {
  return isKnownBlock(block) ? (BLOCKS[block.type] as unknown as BlockKind<T>) : null
}

/** The uploads that blocks refer to, those inside of them included. */
export function filesOf(content: readonly ContentBlock[]): string[] {
  return content.flatMap((block) => {
    const kind = kindOf(block)
    return kind ? [...kind.files(block), ...filesOf(kind.inner(block))] : []
  })
}

/** What a person reads of the content, as plain text. */
export function plainText(content: readonly ContentBlock[]): string {
  return content
    .map((block) => kindOf(block)?.text(block) ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

const SCHEMAS = Object.values(BLOCKS).map(({ schema }) => schema) as [typeof TextBlock]
const KnownBlock = z.discriminatedUnion('type', SCHEMAS)

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
