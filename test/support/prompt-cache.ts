import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'

/** How far a mark looks back for an older entry (wire-rule 217). */
const LOOK_BACK = 20

/** What a provider sees of a request when it looks for what it has already read. */
export interface Prefix {
  /** Tools and system, then block by block or message by message, without the marks. */
  pieces: string[]
  /** After how many of them a mark stands; none where the provider caches by itself. */
  marks: number[]
}

export function prefixOf(body: JsonObject): Prefix {
  const { messages, input, system, instructions, tools } = body
  const turns = listOf(messages ?? input)
  const isMarked = system !== undefined && instructions === undefined
  const blocks = isMarked ? turns.flatMap(({ role, content }) => listOf(content).map((each) => [role, each])) : turns
  const all: unknown[] = [tools, system ?? instructions, ...blocks]
  return {
    pieces: all.map(unmarked),
    marks: all.flatMap((piece, index) =>
      JSON.stringify(piece ?? null).includes('"cache_control"') ? [index + 1] : [],
    ),
  }
}

/** What Anthropic keeps of the requests that a model was sent: whatever stood before a mark (wire-rules 217, 222 and 223). */
export class PromptCache {
  readonly #kept = new Set<string>()

  /** How many pieces it had already; those before the marks are kept from now on. */
  read({ pieces, marks }: Prefix): number {
    const keys = keysOf(pieces)
    const found = marks.flatMap((mark) => {
      for (let count = mark, positions = 0; count > 0 && positions < LOOK_BACK; count -= 1) {
        if (this.#kept.has(keys[count - 1] ?? '')) return [count]
        if (!isRun(pieces[count - 1], pieces[count - 2])) positions += 1
      }
      return []
    })
    for (const mark of marks) this.#kept.add(keys[mark - 1] ?? '')
    return Math.max(0, ...found)
  }
}

/** One for all that stands up to each piece. */
function keysOf(pieces: readonly string[]): string[] {
  let key = ''
  return pieces.map((piece) => {
    key = createHash('sha256').update(key).update(piece).digest('hex')
    return key
  })
}

/** Calls in a row count as one position, and so do results. */
function isRun(piece = '', before = ''): boolean {
  const kind = /"type":"(tool_use|tool_result)"/.exec(piece)?.[1]
  return kind !== undefined && kind === /"type":"(tool_use|tool_result)"/.exec(before)?.[1]
}

function unmarked(value: unknown): string {
  return JSON.stringify(value ?? null, (key, each) => (key === 'cache_control' ? undefined : each))
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
