import type { ImportedChat, ImportSource } from './imported-chat.ts'

/** How one product writes chats down: pure, it reads no files and no clock. */
export interface ImportFormat {
  source: ImportSource
  /**
   * The keys that lead to the array of chats in a JSON document, none where the document is that array: then a document of any
   * size can be read one chat at a time. Null: all of it has to be there at once.
   */
  at: readonly string[] | null
  /**
   * By structure, from several of the first values: the first may be damaged. With `at`, elements of that array; without, the
   * document alone.
   */
  recognises(sample: readonly unknown[]): boolean
  /**
   * For a document that is read whole and holds several chats: each with what `convert` needs of what stands beside it, such as
   * its folder. Without it the document is one chat.
   */
  split?(document: unknown): readonly unknown[]
  /** Whether a small JSON file beside the chats says something of them; `convert` finds it among the `sides`. */
  isSide?(path: string): boolean
  /** Null for a chat in which nobody said anything. Throws a `BadChatError` for what is no chat at all. */
  convert(value: unknown, files: ImportFiles): ImportedChat | null
}

/** What lies in the archive beside the chats. The same object for all chats of one import. */
export interface ImportFiles {
  /** The members that are files, with their folders; nothing is read here. */
  names: readonly string[]
  /** What the files that `isSide` asked for hold, parsed, by their paths. */
  sides: ReadonlyMap<string, unknown>
}

export const NO_FILES: ImportFiles = { names: [], sides: new Map() }

/** A value that should be a chat and cannot be read as one. The message says why, in words for people. */
export class BadChatError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadChatError'
  }
}
