import { createParser } from 'eventsource-parser'

export interface SseEvent {
  event?: string | undefined
  data: string
}

/**
 * Bytes of an event stream to its events, wherever the bytes are cut: inside a character, a line break or an escape.
 * Comments and ids are left out. Bytes that are not UTF-8 become U+FFFD.
 */
export class SseDecoder {
  readonly #text = new TextDecoder()
  readonly #parser = createParser({ onEvent: (event) => this.#events.push(event) })
  readonly #mend: (text: string) => string
  #events: SseEvent[] = []

  /** `mend` sees the text before it is read, for servers that do not keep to the format. */
  constructor(mend = (text: string) => text) {
    this.#mend = mend
  }

  push(bytes: Uint8Array): SseEvent[] {
    return this.#feed(this.#text.decode(bytes, { stream: true }))
  }

  /**
   * What the end of the stream leaves: an event without the empty line that should end it. The standard discards it;
   * some servers leave the line out, others were cut off in mid-event. The caller decides by its data.
   */
  end(): SseEvent[] {
    return this.#feed(`${this.#text.decode()}\n\n`)
  }

  #feed(text: string): SseEvent[] {
    this.#parser.feed(this.#mend(text))
    const events = this.#events
    if (events.length > 0) this.#events = []
    return events
  }
}
