import type { ChatRecords, ExportStore, HashedPlacedMessage, OutlinedRecord } from '../store/export-store.ts'

/** A chat with a way to read what it says, from its first message to its last. */
export interface ReadChat extends ChatRecords {
  messages: () => AsyncGenerator<HashedPlacedMessage>
}

export interface ReadChatsOptions {
  ownerId: string
  chats: readonly { id: string; messages: number }[]
  /** Which messages are wanted: all of every branch, or those that are shown. */
  which: 'all' | 'path'
}

/** What is asked for at once. Beside what this bounds, the memory that it takes does not grow with what there is. */
const MOST_CHATS = 50
const MOST_MESSAGES = 1_000
/** Bytes of messages. */
const MOST_READ = 1024 * 1024

/**
 * Chats one after the other, read many at a time: three questions for fifty short ones. What a chat says is read while it is
 * written out; a chat that is deleted meanwhile is left out.
 */
export async function* readChats(
  store: Pick<ExportStore, 'records' | 'messages'>,
  { ownerId, chats, which }: ReadChatsOptions,
): AsyncGenerator<ReadChat> {
  for (const batch of batches(chats)) {
    const found = await store.records(
      ownerId,
      batch.map(({ id }) => id),
    )
    const wanted = found.map((chat) => (which === 'all' ? chat.outline : pathOf(chat)))
    const reader = new MessageReader(store, wanted.flat())
    for (const [index, chat] of found.entries()) {
      const ids = (wanted[index] ?? []).map(({ id }) => id)
      yield { ...chat, messages: () => reader.take(ids) }
    }
  }
}

function* batches(chats: ReadChatsOptions['chats']): Generator<ReadChatsOptions['chats']> {
  let batch: { id: string; messages: number }[] = []
  let messages = 0
  for (const chat of chats) {
    if (batch.length === MOST_CHATS || (batch.length > 0 && messages + chat.messages > MOST_MESSAGES)) {
      yield batch
      batch = []
      messages = 0
    }
    batch.push(chat)
    messages += chat.messages
  }
  if (batch.length > 0) yield batch
}

/** From the first message to the one at the end of what is shown. */
function pathOf({ head_id, outline }: ChatRecords): OutlinedRecord[] {
  const byId = new Map(outline.map((message) => [message.id, message]))
  const path: OutlinedRecord[] = []
  for (let at = byId.get(head_id ?? ''); at; at = byId.get(at.parent_id ?? '')) {
    path.push(at)
    // A damaged parent must not lead in a circle.
    byId.delete(at.id)
  }
  return path.reverse()
}

/** Reads messages of several chats in pieces of about a megabyte, whoever asks for them in their order. */
class MessageReader {
  readonly #store: Pick<ExportStore, 'messages'>
  readonly #pieces: string[][] = []
  readonly #pieceOf = new Map<string, number>()
  #open = -1
  #read = new Map<string, HashedPlacedMessage>()

  constructor(store: Pick<ExportStore, 'messages'>, outline: readonly OutlinedRecord[]) {
    this.#store = store
    let room = 0
    for (const { id, size } of outline) {
      if (size > room) {
        this.#pieces.push([])
        room = MOST_READ
      }
      room -= size
      this.#pieces.at(-1)?.push(id)
      this.#pieceOf.set(id, this.#pieces.length - 1)
    }
  }

  /** One that was deleted since it was listed is left out. */
  async *take(ids: readonly string[]): AsyncGenerator<HashedPlacedMessage> {
    for (const id of ids) {
      const piece = this.#pieceOf.get(id) ?? -1
      if (piece !== this.#open) await this.#load(piece)
      const message = this.#read.get(id)
      if (message) yield message
    }
  }

  async #load(piece: number): Promise<void> {
    const found = await this.#store.messages(this.#pieces[piece] ?? [])
    this.#read = new Map(found.map((each) => [each.message.id, each]))
    this.#open = piece
  }
}
