import type { ContentBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import { CLOSED_CALL, type ProjectionRecord } from '../canonical/projection.ts'
import { IN_BRIEF } from '../turn/stand-ins.ts'

/** So many blocks of a type to which the same happens, for the same reason. */
export interface Fate {
  block_type: string
  count: number
  reason: string
}

/** What becomes of a conversation on its way to a model. */
export interface SwitchSummary {
  /** As they are. */
  carried: Fate[]
  /** In another form, or mended. */
  converted: Fate[]
  /** Not at all. */
  dropped: Fate[]
  /** Calls that had no result, and get one which says so. */
  closed_calls: number
}

const AS_IT_IS = 'it goes as it is'

type Told = Pick<ProjectionRecord, 'message_id' | 'block_type' | 'action' | 'reason'>

/**
 * The blocks of these messages by what the request records of them. A record names a message and a type of block, not the
 * block: where more is recorded than there are blocks, one of them was changed twice, and where it may have been either way, a
 * block counts as changed and not as carried. What is recorded of the request itself (settings, the provider's own tools)
 * counts once each. `sent`: the ids of the messages that go; the others are in a summary.
 */
export function switchSummary(
  messages: readonly Message[],
  told: readonly Told[],
  sent: ReadonlySet<string>,
): SwitchSummary {
  const carried = new Fates()
  const converted = new Fates()
  const dropped = new Fates()
  const closed = told.filter(({ reason }) => reason === CLOSED_CALL)
  const changed = told.filter((record) => record.action !== 'noticed' && !closed.includes(record))
  const byMessage = Map.groupBy(changed, ({ message_id }) => message_id)
  for (const message of messages) {
    const records = byMessage.get(message.id) ?? []
    byMessage.delete(message.id)
    const lost = new Set(records.flatMap(({ action, reason }) => (action === 'dropped' ? reason : [])))
    if (!sent.has(message.id) || records.some(({ block_type }) => block_type === IN_BRIEF.block_type)) {
      for (const type of blockTypes(message.content)) converted.add(type, IN_BRIEF.reason, 1)
      continue
    }
    const blocks = Map.groupBy(blockTypes(message.content), (type) => type)
    const byType = Map.groupBy(records, ({ block_type }) => block_type)
    for (const [type, all] of blocks) {
      const own = byType.get(type) ?? []
      byType.delete(type)
      for (const [reason, { length }] of Map.groupBy(own, ({ reason }) => reason)) {
        const fates = lost.has(reason) ? dropped : converted
        fates.add(type, reason, Math.min(length, all.length))
      }
      carried.add(type, AS_IT_IS, Math.max(0, all.length - own.length))
    }
    // What an answer holds beside its content: sources, files, results of the provider's own tools.
    addAll([...byType.values()].flat(), { converted, dropped })
  }
  addAll([...byMessage.values()].flat(), { converted, dropped })
  return { carried: carried.list, converted: converted.list, dropped: dropped.list, closed_calls: closed.length }
}

function addAll(records: readonly Told[], { converted, dropped }: { converted: Fates; dropped: Fates }): void {
  for (const { block_type, reason, action } of records) {
    const fates = action === 'dropped' ? dropped : converted
    fates.add(block_type, reason, 1)
  }
}

/** Those that a record may be of: a text inside a result is part of it, and an empty one says nothing. */
function blockTypes(content: readonly ContentBlock[], isInResult = false): string[] {
  return content.flatMap((block) => {
    if (block.type === 'text') return isInResult || block.text === '' ? [] : [block.type]
    return block.type === 'tool_result' ? [block.type, ...blockTypes(block.content, true)] : [block.type]
  })
}

/** Rows by type and reason, in the order in which they were met. */
class Fates {
  readonly #byKey = new Map<string, Fate>()

  add(block_type: string, reason: string, count: number): void {
    if (count === 0) return
    const key = JSON.stringify([block_type, reason])
    const known = this.#byKey.get(key)
    if (known) known.count += count
    else this.#byKey.set(key, { block_type, count, reason })
  }

  get list(): Fate[] {
    return [...this.#byKey.values()]
  }
}
