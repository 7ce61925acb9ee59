/** What an exported chat says beside what was said in it, in the language of its reader. */
export interface ExportWords {
  language: string
  untitled: string
  you: string
  /** An answer of which no model is known. */
  answer: string
  system_prompt: string
  thoughts: string
  /** Its provider keeps them. */
  sealed_thoughts: string
  tool_call: (name: string) => string
  input: string
  result: string
  error: string
  no_result: string
  picture: string
  /** One that is not in the file: it lies elsewhere, or is gone. */
  picture_elsewhere: (address: string) => string
  file_gone: (name: string) => string
  sources: string
  unsupported: (type: string) => string
  unreadable: string
  not_finished: string
  stopped: string
  failed: (why: string) => string
  /** `usd`: an exact decimal. */
  cost: (usd: string, isAtLeast: boolean) => string
  /** Above the list of all chats. */
  index: string
  /** ISO 8601, as people read it, in UTC. */
  moment: (iso: string) => string
}
