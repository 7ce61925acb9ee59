import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendMessage, EMPTY_TREE, isBesidePath, isHeadAwaited, moveHead } from '#app/_chat/live/message-tree.ts'
import { reduceFrame } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION, withOlder } from '#app/_chat/live/session-state.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { frame, message, snapshot } from '../frame-builder.ts'

type Shown = ReturnType<typeof message>

const SNAPSHOT = 3

/** A session as the store has it, and the frames that its changes make. */
class Conversation {
  readonly #messages: Shown[] = []
  #head: string | null = null

  get ids(): string[] {
    return this.#messages.map(({ id }) => id)
  }

  /** Where `at` is from 0 to 1; 1 answers the head, as most turns do. */
  say(at: number): SessionFrame[] {
    const parent = at === 1 ? this.#head : at === 0 ? null : this.#pick(at)
    const id = `M${String(this.#messages.length + 1).padStart(3, '0')}`
    const added = message(id, 'user', id, {}, parent)
    const isElsewhere = parent !== this.#head
    this.#messages.push(added)
    this.#head = id
    const moved = frame('head.moved', { message_id: id, last_turn: null })
    return [frame('message.appended', { message: structuredClone(added) }), ...(isElsewhere ? [moved] : [])]
  }

  moveHead(at: number): SessionFrame[] {
    const below = new Set([this.#pick(at)])
    for (const { id, parent_id } of this.#messages) if (below.has(parent_id)) below.add(id)
    const leaf = [...below].at(-1) ?? null
    if (leaf === null || leaf === this.#head) return []
    this.#head = leaf
    return [frame('head.moved', { message_id: leaf, last_turn: null }, { turn_id: null })]
  }

  /** From the root to the head, or to the message before `before`. */
  path(before?: string): Shown[] {
    const byId = new Map(this.#messages.map((each) => [each.id, each]))
    const path: Shown[] = []
    let next = before === undefined ? this.#head : byId.get(before)?.parent_id
    for (let each = byId.get(next ?? ''); each; each = byId.get(next ?? '')) {
      path.unshift(structuredClone(each))
      next = each.parent_id
    }
    return path
  }

  #pick(at: number): string | null {
    return this.#messages[Math.floor(at * this.#messages.length * 0.999)]?.id ?? null
  }
}

/** A page that watches it: frames reach it late and in batches, and so do the older messages that it asks for. */
class Page {
  state = EMPTY_SESSION
  readonly #conversation: Conversation
  #arriving: SessionFrame[] = []
  #asked: Shown[] | null = null

  constructor(conversation: Conversation) {
    this.#conversation = conversation
    this.#open()
  }

  receive(frames: readonly SessionFrame[]): void {
    this.#arriving.push(...frames)
  }

  flush(): void {
    for (const each of this.#arriving.splice(0)) this.state = reduceFrame(this.state, each)
    if (isHeadAwaited(this.state.tree)) this.#open()
  }

  /** As after a connection that was lost for so long that its cursor is not known any more. */
  reconnect(): void {
    this.#arriving = []
    this.#open()
  }

  ask(count: number): void {
    const [first] = this.state.tree.path
    this.#asked = first ? this.#conversation.path(first.id).slice(-count) : null
  }

  answer(): void {
    const page = this.#asked ?? []
    this.#asked = null
    this.state = withOlder(this.state, { messages: page, turn_totals: [], places: [] })
  }

  get ids(): string[] {
    return this.state.tree.path.map(({ id }) => id)
  }

  #open(): void {
    this.state = reduceFrame(this.state, snapshot({ messages: this.#conversation.path().slice(-SNAPSHOT) }))
  }
}

const place = fc.oneof(fc.constant(1), fc.constant(1), fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }))
const step = fc.oneof(
  fc.record({ say: place }),
  fc.record({ head: place }),
  fc.record({ page: fc.nat(2), does: fc.constantFrom('flush', 'flush', 'ask', 'answer', 'reconnect') }),
)

test('whatever happens in whatever order, a page shows the end of the path that is stored, and all of it when asked', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const conversation = new Conversation()
      const pages = [new Page(conversation)]
      for (const each of steps) {
        if ('say' in each || 'head' in each) {
          const frames = 'say' in each ? conversation.say(each.say) : conversation.moveHead(each.head)
          for (const page of pages) page.receive(frames)
          continue
        }
        const page = pages[each.page]
        if (!page) pages.push(new Page(conversation))
        else if (each.does === 'ask') page.ask(2)
        else page[each.does]()
      }

      const stored = conversation.path().map(({ id }) => id)
      for (const page of pages) {
        page.flush()
        expect(page.ids).toEqual(stored.slice(stored.length - page.ids.length))
        expect(page.ids.length).toBeGreaterThanOrEqual(Math.min(1, stored.length))
        // A message that is known stays the object that it is, or each switch would render all of the page anew.
        const { known, path } = page.state.tree
        for (const shown of path) expect(known.get(shown.id)).toBe(shown)
        for (let pages = 0; pages < steps.length && page.state.tree.path[0]?.parent_id; pages += 1) {
          page.ask(2)
          page.answer()
        }
        expect(page.ids).toEqual(stored)
        for (const shown of path) expect(page.state.tree.path).toContain(shown)
      }
    }),
    { numRuns: 300 },
  )
})

test('a message is beside the path where the path goes another way from what it hangs on, and not where it may be above', () => {
  const said = (id: string, parent: string | null) => message(id, 'user', id, {}, parent)
  const old = [said('M1', null), said('M2', 'M1'), said('M3', 'M2')].reduce(appendMessage, EMPTY_TREE)
  const tree = appendMessage(old, said('N2', 'M1'))
  expect(['M1', 'M2', 'M3', 'N2'].map((id) => isBesidePath(tree, id))).toEqual([false, true, true, false])
  expect(['M2', 'M3', 'N2'].map((id) => isBesidePath(moveHead(tree, 'M3'), id))).toEqual([false, false, true])
  // Another beginning.
  expect(isBesidePath(appendMessage(tree, said('L1', null)), 'M1')).toBe(true)
  // Of a long chat the end is known first.
  const end = appendMessage(EMPTY_TREE, said('M9', 'M8'))
  expect(['M1', 'M8'].map((id) => isBesidePath(end, id))).toEqual([false, false])
  expect(isBesidePath({ ...end, known: new Map([...end.known, ['M1', said('M1', null)]]) }, 'M1')).toBe(false)
})
