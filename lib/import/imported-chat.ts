import { z } from 'zod'
import type { ContentBlock } from '../canonical/block.ts'
import type { MessageStatus } from '../canonical/message.ts'
import type { Role } from '../canonical/role.ts'
import type { StopReason } from '../canonical/stop-reason.ts'

/** Whose export a chat came in. */
export const ImportSource = z.enum([
  'chatgpt',
  'claude',
  'gemini',
  'aistudio',
  'librechat',
  'openwebui',
  'typingmind',
  'bigagi',
  'chatbotui',
  'lobechat',
  'grok',
  'huggingchat',
  'openai_messages',
  'anthropic_messages',
])
export type ImportSource = z.infer<typeof ImportSource>

/**
 * What did not come along, or came in another form:
 *
 * - `unsupported`: a part of an unknown kind, kept as a block `{type: 'unsupported', source, original_type, value}`
 * - `unreadable`: a message that is none; left out
 * - `missing_file`: a file that is not in the export, kept as such a block, with what the export says of it
 * - `remote_file`: a picture that stays behind its address
 * - `sandbox_link`: a link to a file that the other product's code had written
 * - `audio`, `video`: recordings left out; what was said in them stays
 * - `hidden`: messages that the product itself did not show; left out
 * - `private_context`: what the product remembered of its person; left out
 * - `citation`: a mark whose source the export does not name; taken out
 * - `broken_link`: a message that follows one which is not there, or itself; it begins a branch
 * - `repeated_id`: a message with the id of an earlier one; left out
 * - `draft`: text that was never sent; left out
 * - `deleted`: a message or chat that its person had deleted; left out
 * - `project`: the chat was in a project or folder, or of an assistant, whose name the export does not say
 * - `thread`: the export does not say which questions belong together; each is a chat
 */
export const LossKind = z.enum([
  'unsupported',
  'unreadable',
  'missing_file',
  'remote_file',
  'sandbox_link',
  'audio',
  'video',
  'hidden',
  'private_context',
  'citation',
  'broken_link',
  'repeated_id',
  'draft',
  'deleted',
  'project',
  'thread',
])
export type LossKind = z.infer<typeof LossKind>

export interface Loss {
  kind: LossKind
  count: number
  /** What exactly, as the export calls it: a type, a file's name. Some other product's word: shown as it is, never as markup. */
  detail?: string
}

/** A chat of another product in our terms, before anything of it is stored. */
export interface ImportedChat {
  /** The same in each later export: the product's own, else a hash of how the chat begins. */
  external_id: string
  /** One line; null where the product has none. */
  title: string | null
  /** A canonical `Timestamp`; null where the export does not say, or says what cannot be. */
  created_at: string | null
  updated_at: string | null
  /** As that product called it; nothing routes by it. */
  model: string | null
  system_prompt: string | null
  archived?: boolean
  pinned?: boolean
  folder?: string | null
  tags?: string[]
  /** Parents before their children, and of siblings the older one first. Several may have no parent. */
  messages: ImportedMessage[]
  /** The message that the visible path ends in. */
  head: string | null
  losses: Loss[]
}

export interface ImportedMessage {
  /** Unique within the chat, and the same in each later export. */
  external_id: string
  parent: string | null
  role: Role
  /**
   * Empty for an answer that came to nothing, and for no other. Each block stands where `lib/canonical` allows it, and a TOOL message holds one result. Ids of calls are the
   * product's own where they are unique within the chat; a result may name a call that is nowhere. A file is `file_ref` with
   * `import:<name of the member>`, or `base64` where the export holds its bytes in the text, or `url`. Its media type is what the
   * export says; only the bytes tell.
   */
  content: ContentBlock[]
  created_at: string | null
  model?: string | null
  /** Absent means complete. */
  status?: MessageStatus
  stop_reason?: StopReason
  /** What went wrong, in the words of the product; with the status `error` alone. */
  error?: string
}

/** How a `file_ref` of an imported message begins; the name of the archive's member follows. */
export const MEMBER = 'import:'
