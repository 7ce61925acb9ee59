import type { Message } from '../canonical/message.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { NextRequest } from './next-request.ts'

/** A stretch of a request, in the order in which it is read. */
export interface RequestPart {
  /** `brief`: a summary in the place of the turns up to `turn`. */
  kind: 'instructions' | 'brief' | 'turn'
  /** From 1 on, the next question included; null of what stands before all turns. */
  turn: number | null
  /** About; of all parts together what is said of the whole. */
  tokens: number
  /** Something of it goes in another form, or not at all. */
  is_changed: boolean
}

type PartedRequest = Pick<NextRequest, 'system_prompt' | 'files' | 'documents'> & {
  path: readonly Message[]
  messages: readonly Message[]
  tools: readonly ToolDefinition[]
}

/** What a request is made of, for whoever draws it. `changed`: ids of messages that do not go as they are stored. */
export function requestParts(
  { path, messages, tools, system_prompt, files, documents }: PartedRequest,
  { id: model, adapter, capabilities }: AvailableModel,
  total: number,
  changed: ReadonlySet<string>,
): RequestPart[] {
  const count = (said: Message[], offered: readonly ToolDefinition[] = [], prompt: string | null = null) =>
    adapter?.estimateInputTokens(said, [...offered], prompt, { files, documents, model }) ?? 0
  const before = messages.filter(({ role }) => role === 'system')
  const parts: RequestPart[] = [
    {
      kind: 'instructions',
      turn: null,
      tokens: count(before, capabilities.supports_tools ? tools : [], system_prompt),
      is_changed: before.some(({ id }) => changed.has(id)),
    },
  ]
  for (const { turn, said, is_brief } of turnsOf(path, messages)) {
    const is_changed = said.some(({ id }) => changed.has(id))
    parts.push({ kind: is_brief ? 'brief' : 'turn', turn, tokens: count(said), is_changed })
  }
  return addedUp(parts, total)
}

interface Turn {
  turn: number
  said: Message[]
  is_brief: boolean
}

/** What is sent by the numbers that the turns have in the chat. */
function turnsOf(path: readonly Message[], messages: readonly Message[]): Turn[] {
  const numbers = new Map<string, number>()
  const roles = new Map<string, Message['role']>()
  let number = 0
  for (const { id, role } of path) {
    if (role === 'user') number += 1
    numbers.set(id, Math.max(1, number))
    roles.set(id, role)
  }
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const turn = numbers.get(message.id) ?? 1
    const is_brief = message.role === 'user' && roles.get(message.id) !== 'user'
    const last = turns.at(-1)
    if (last?.turn === turn && !last.is_brief && !is_brief) last.said.push(message)
    else turns.push({ turn, said: [message], is_brief })
  }
  return turns
}

/** The whole is known better than its parts, where a provider has counted most of it. */
function addedUp(parts: readonly RequestPart[], total: number): RequestPart[] {
  const sum = parts.reduce((all, { tokens }) => all + tokens, 0)
  if (sum === 0) return [...parts]
  let [read, given] = [0, 0]
  return parts.map((part) => {
    read += part.tokens
    const tokens = Math.round((total * read) / sum) - given
    given += tokens
    return { ...part, tokens }
  })
}
