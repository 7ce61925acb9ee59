import type { SessionFrame } from '../events/frame.ts'
import { encodeFrame } from '../sse/encode.ts'
import type { Entry } from './entry.ts'
import type { FrameSink } from './live-stream.ts'

/** From each of these on, in characters of an answer, words are gathered once more as long. Nobody reads along there: they fill a page faster than it is read. */
const ONCE_MORE_AT = [1_024, 4_096, 8_192]

/**
 * A sink for a reader who shows no more than so many steps a second: what an answer says within `ms` of the last write is
 * one write, and words that follow each other are one frame, whose id is that of the last. The first words are written at
 * once, and so is everything that is no part of an answer's text, behind what waits. The longer an answer is, the more of it
 * a step may bring. Until the next write it rests.
 */
export function gathered(
  write: (bytes: Uint8Array) => void,
  ms: number,
): FrameSink & { rest: () => number; end: () => void } {
  let waiting: Entry[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = Number.NEGATIVE_INFINITY
  /** Characters of the answer in the making, as far as they came here. */
  let said = 0
  /** Whether words came last. */
  let isSpeaking = false
  /** Whether words are held back until they may be written: then they come together, and are told one by one. */
  let isHeld = false

  /** Until what is said now may be written, in ms. */
  function left(): number {
    return written + ms * (1 + ONCE_MORE_AT.filter((length) => length <= said).length) - performance.now()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const entries = waiting
    waiting = []
    isHeld = false
    if (entries.length === 0) return
    written = performance.now()
    write(Buffer.from(merged(entries)))
  }

  function take(batch: Uint8Array, entries: readonly Entry[] = []): void {
    if (entries.length === 0 || !entries.every(({ frame }) => isText(frame))) {
      if (entries.some(({ frame }) => frame.type === 'message.start')) said = 0
      isSpeaking = false
      flush()
      write(batch)
      return
    }
    const wait = left()
    isSpeaking = true
    waiting.push(...entries)
    for (const { frame } of entries) if (isText(frame)) said += frame.payload.text.length
    if (wait > 0 || isHeld) timer ??= setTimeout(flush, wait)
    else flush()
  }

  return Object.assign(take, {
    rest() {
      const ms = isSpeaking ? Math.max(0, left()) : 0
      if (ms > 0) isHeld = true
      return ms
    },
    end: () => clearTimeout(timer),
  })
}

type TextFrame = Extract<SessionFrame, { type: 'text.delta' | 'thinking.delta' }>

function isText(frame: SessionFrame): frame is TextFrame {
  return frame.type === 'text.delta' || frame.type === 'thinking.delta'
}

function merged(entries: readonly Entry[]): string {
  let text = ''
  let open: TextFrame | null = null
  let one = ''
  for (const { frame, text: encoded } of entries) {
    if (open && isText(frame) && goesOn(open, frame)) {
      open = { ...frame, payload: { ...frame.payload, text: open.payload.text + frame.payload.text } } as TextFrame
      one = ''
    } else {
      if (open) text += one || encodeFrame(open)
      open = isText(frame) ? frame : null
      one = encoded
    }
  }
  return open ? text + (one || encodeFrame(open)) : text
}

/** The signature of a thought belongs to the words that it came with. */
function goesOn(before: TextFrame, next: TextFrame): boolean {
  return (
    before.type === next.type &&
    before.payload.message_id === next.payload.message_id &&
    before.payload.content_block_index === next.payload.content_block_index &&
    !('signature' in before.payload) &&
    !('signature' in next.payload)
  )
}
