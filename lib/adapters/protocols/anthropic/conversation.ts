import { textOf } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { markedSystem } from '../../history/marked-system.ts'
import { isProducer } from '../../history/producer.ts'
import type { CleanHistory } from '../../history/repair.ts'
import { storedContent } from '../../history/stored-content.ts'
import type { Target } from '../../protocol.ts'
import { type AssistantContext, assistantContent } from './assistant-content.ts'
import type { thoughtGate } from './bound-thinking.ts'
import { askToGoOn } from './prefill.ts'
import type { Prefix } from './prefix.ts'
import { wireToolId } from './tool-name.ts'
import { textBlock, userBlock, withoutSoleBlankText } from './user-content.ts'
import type { WireBlock, WireMessage } from './wire.ts'
import { isThinking } from './wire.ts'

/** Stands in where the wire wants a user to speak and nobody did, or said only spaces: blank text is refused. */
const SILENCE = '(empty message)'

export interface ConversationInput {
  history: CleanHistory
  stored: readonly Message[]
  target: Target
  gate: ReturnType<typeof thoughtGate>
  /** What stands before the conversation; it grows to all of it. Null where nobody asks. */
  prefix: Prefix | null
}

/**
 * Alternating turns, a user first (wire-rules 31, 32): TOOL messages and late SYSTEM messages speak as the user, and all
 * results of parallel calls stand together at the head of one turn (wire-rules 24, 25).
 */
export function conversation({ history, stored, target, gate, prefix }: ConversationInput) {
  const wireId = (id: string) => wireToolId(history.wireId(id))
  const turns = new Turns(target, prefix, { target, wireId, stored: storedContent(stored) })
  for (const message of history.messages) {
    if (message.role === 'assistant') {
      turns.answer(message, gate)
    } else if (message.role === 'system') {
      target.project({
        message_id: message.id,
        block_type: 'text',
        action: 'converted',
        reason: 'a system message inside the conversation is sent as marked user text',
      })
      turns.say([textBlock(markedSystem(textOf(message.content)))])
    } else {
      turns.say(message.content.flatMap((block) => userBlock(block, wireId) ?? []))
    }
  }
  turns.end()
  return { turns: turns.turns, thoughts: turns.thoughts }
}

/**
 * Turns in the making. A turn of the user's is laid out when an answer follows it, and never changes after that: what an
 * answer stood on is the same in every later request.
 */
class Turns {
  readonly turns: WireMessage[] = []
  /** Whose each thought is. */
  readonly thoughts = new Map<WireBlock, string>()
  readonly #target: Target
  readonly #prefix: Prefix | null
  readonly #context: AssistantContext
  #said: WireBlock[] | null = null
  #lastAnswer = ''

  constructor(target: Target, prefix: Prefix | null, context: AssistantContext) {
    this.#target = target
    this.#prefix = prefix
    this.#context = context
  }

  say(blocks: readonly WireBlock[]): void {
    this.#said = [...(this.#said ?? []), ...blocks]
  }

  answer(message: Message, gate: ConversationInput['gate']): void {
    const before = this.#before()
    const content = assistantContent(
      gate(message, this.#prefix?.copy().add('user', before?.content ?? []) ?? null),
      this.#context,
    )
    if (content.length === 0) return
    this.#place(before)
    for (const block of content.filter(isThinking)) this.thoughts.set(block, message.id)
    const isOwn = isProducer(message, this.#target)
    const last = this.turns.at(-1)
    if (last?.role === 'assistant') {
      last.content.push(...content)
      last.isOwn ||= isOwn
    } else this.turns.push({ role: 'assistant', content: [...content], isOwn })
    this.#prefix?.add('assistant', content)
    this.#lastAnswer = message.id
  }

  /** With the last word, where it is the user's. */
  end(): void {
    this.#place(this.#before())
  }

  /** What the user says between the last answer and the next; null where that goes on from the last. */
  #before(): WireMessage | null {
    if (this.#said !== null || this.turns.length === 0) return userTurn(this.#said ?? [])
    return this.#target.options.prefill === false ? askToGoOn(this.turns.at(-1)) : null
  }

  #place(turn: WireMessage | null): void {
    if (turn === null) return
    if (this.#said === null && this.turns.length > 0) {
      const reason = 'the model takes no beginning of its answer: it is asked to go on'
      this.#target.project({ message_id: this.#lastAnswer, block_type: 'text', action: 'converted', reason })
    }
    this.turns.push(turn)
    this.#prefix?.add('user', turn.content)
    this.#said = null
  }
}

function userTurn(blocks: WireBlock[]): WireMessage {
  const spoken = withoutSoleBlankText(blocks)
  const isResult = (block: WireBlock) => block.type === 'tool_result'
  const content = [...spoken.filter(isResult), ...spoken.filter((block) => !isResult(block))]
  return { role: 'user', content: content.length > 0 ? content : [textBlock(SILENCE)] }
}
