import type { ContentBlock } from '../../../canonical/block.ts'
import { type Piece, piecesOf, type Said } from '../reading/answer.ts'
import type { Linked } from '../reading/arrange.ts'
import { callBlock, resultBlock } from '../reading/block.ts'
import { roleOf } from '../reading/line.ts'
import type { Losses } from '../reading/losses.ts'
import type { Before } from '../reading/thread.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf } from '../reading/value.ts'
import type { AssetFinder } from './asset.ts'
import { citedText, withoutBoxes } from './citation.ts'
import { contentBlocks } from './content.ts'
import { isHiddenContext } from './context.ts'
import { attachmentBlocks, type PartContext } from './part.ts'

export interface Node extends Linked {
  message: unknown
}

interface OpenCall {
  id: string
  name: string
}

/** The calls of a path that have no result yet, and the one that was answered last. */
interface Calls {
  open: readonly OpenCall[]
  answered: OpenCall | null
}

const NO_CALLS: Calls = { open: [], answered: null }
const MOST_OPEN = 16

/** Makes messages of the nodes of one chat, parents first: a result is tied to its call by its place and by the tool's name. */
export class MessageReader {
  readonly #assets: AssetFinder
  readonly #losses: Losses
  #calls = new Map<string, Calls>()

  constructor(assets: AssetFinder, losses: Losses) {
    this.#assets = assets
    this.#losses = losses
  }

  read(node: Node, before: Before): Piece[] {
    const calls = this.#calls.get(node.parent ?? '') ?? NO_CALLS
    this.#calls.set(node.id, calls)
    if (node.message == null) return []
    const message = fieldsOf(node.message)
    const role = roleOf(fieldsOf(message.author).role)
    if (role === null) {
      this.#losses.add('unreadable')
      return []
    }
    if (isHiddenContext(message, this.#losses)) return []
    if (isHidden(message)) {
      if (!isBlank(message)) this.#losses.add('hidden')
      return []
    }
    if (role === 'tool') return this.#result(node, message, before, calls)
    if (role === 'user') this.#calls.set(node.id, NO_CALLS)
    const tool = textOf(message.recipient)
    if (role === 'assistant' && tool !== '' && tool !== 'all') return this.#call(node, message, tool, calls)
    const { content, metadata } = message
    const context = this.#context(metadata, role === 'assistant')
    const blocks = contentBlocks(fieldsOf(content), context)
    if (role !== 'assistant') {
      const files = role === 'user' ? attachmentBlocks(fieldsOf(content).parts, context) : []
      return piecesOf(node.id, role, [...blocks.map(spoken), ...files])
    }
    this.#countLinks(blocks)
    return piecesOf(node.id, role, blocks, saidBeside(message))
  }

  #context(value: unknown, isAnswer: boolean): PartContext {
    const metadata = fieldsOf(value)
    const words = (text: string): ContentBlock =>
      isAnswer ? citedText(text, metadata, this.#losses) : { type: 'text', text }
    return { metadata, assets: this.#assets, losses: this.#losses, words }
  }

  #call(node: Node, message: Fields, name: string, calls: Calls): Piece[] {
    const content = fieldsOf(message.content)
    const isCode = content.content_type === 'code'
    const text = isCode ? textOf(content.text) : listOf(content.parts).map(textOf).join('\n')
    const call = callBlock(node.id, name, text)
    if (call.raw_input !== undefined) {
      delete call.raw_input
      call.input = { [isCode ? 'code' : 'text']: text }
    }
    const open = [...calls.open, { id: node.id, name }].slice(-MOST_OPEN)
    this.#calls.set(node.id, { open, answered: null })
    const { stop_reason: _ofWords, ...said } = saidBeside(message)
    return piecesOf(node.id, 'assistant', [call], { ...said, stop_reason: 'tool_use' })
  }

  #result(node: Node, message: Fields, before: Before, calls: Calls): Piece[] {
    const name = textOf(fieldsOf(message.author).name)
    const content = fieldsOf(message.content)
    const context: PartContext = {
      ...this.#context(message.metadata, false),
      words: (text) => ({ type: 'text', text: withoutBoxes(text) }),
    }
    const blocks = [...contentBlocks(content, context).map(spoken), ...attachmentBlocks(content.parts, context)]
    const isError = content.content_type === 'system_error' || message.status === 'finished_partial_completion'
    const call = calls.open.find((each) => each.name === name) ?? directCall(before, calls)
    if (call) {
      this.#calls.set(node.id, { open: calls.open.filter((each) => each !== call), answered: call })
      return [{ role: 'tool', content: [resultBlock(call.id, blocks, isError)] }]
    }
    if (blocks.length === 0) return []
    const { answered } = calls
    if (answered?.name === name && before.isAlone && before.message?.role === 'tool') {
      return [{ role: 'tool', content: [resultBlock(answered.id, blocks, isError)] }]
    }
    // A tool that nobody called, as far as the file says: the result gets a call, so that it is seen.
    this.#calls.set(node.id, { open: calls.open, answered: { id: node.id, name } })
    return piecesOf(node.id, 'assistant', [callBlock(node.id, name, {}), resultBlock(node.id, blocks, isError)])
  }

  #countLinks(blocks: readonly ContentBlock[]): void {
    for (const block of blocks) {
      if (block.type !== 'text') continue
      for (const _link of block.text.matchAll(/\]\(sandbox:\//g)) this.#losses.add('sandbox_link')
    }
  }
}

/** The call that the result stands right behind, whatever the result calls the tool. */
function directCall({ message }: Before, { open }: Calls): OpenCall | undefined {
  const last = open.at(-1)
  return message?.role === 'assistant' && message.content.at(-1)?.type === 'tool_use' ? last : undefined
}

/** Thoughts are the model's alone. */
function spoken(block: ContentBlock): ContentBlock {
  return block.type === 'thinking' ? { type: 'text', text: block.text } : block
}

function isHidden({ weight, metadata }: Fields): boolean {
  return weight === 0 || fieldsOf(metadata).is_visually_hidden_from_conversation === true
}

function isBlank({ content }: Fields): boolean {
  const { content_type, parts, text } = fieldsOf(content)
  const isText = content_type === 'text' || content_type === undefined
  return isText && textOf(text).trim() === '' && listOf(parts).every((part) => part === null || part === '')
}

function saidBeside({ metadata, status }: Fields): Said {
  const { model_slug, finish_details } = fieldsOf(metadata)
  const model = nameOf(model_slug)
  return { ...(model !== null && { model }), ...endOf(status, fieldsOf(finish_details).type) }
}

function endOf(status: unknown, finish: unknown): Said {
  if (status === 'in_progress' || finish === 'interrupted') return { status: 'cancelled', stop_reason: 'cancelled' }
  if (finish === 'max_tokens') return { stop_reason: 'max_tokens' }
  return finish === 'stop' ? { stop_reason: 'end_turn' } : {}
}
