import { assertNever } from '../assert-never.ts'
import type { StreamFault } from './fault.ts'
import type { Frame } from './wire-format.ts'

/** What the far end of the connection does next. */
export type Step =
  | { readonly do: 'send'; readonly bytes: Uint8Array; readonly words: number }
  | { readonly do: 'hang' }
  | { readonly do: 'fail' }

/** All goes well for this many deltas. */
const GOOD_DELTAS = 6

/** Stands in the text for bytes that are not UTF-8. */
export const BAD_BYTES_MARK = '\u{E000}'
const BAD_BYTES = [0xc3, 0x28, 0xff]

const encoder = new TextEncoder()

/** Plays a fault, or none, on the frames of an answer, each of which ends with the separator. */
export function* brokenBy(
  fault: StreamFault | null,
  frames: Iterable<Frame>,
  errorFrame: Frame,
  separator = '\n\n',
): Generator<Step> {
  let deltas = 0
  let struck = false
  for (const frame of frames) {
    if (frame.role === 'delta') deltas++
    const now: boolean = !struck && (deltas > GOOD_DELTAS || frame.role === 'end')
    struck ||= now
    switch (fault) {
      case 'stall':
        if (now) return yield { do: 'hang' }
        break
      case 'drop':
        if (now) return yield { do: 'fail' }
        break
      case 'midstream error':
        if (now) return yield send(errorFrame)
        break
      case 'no end':
        if (frame.role === 'end') return
        break
      case 'malformed':
        if (now) {
          yield send({ ...frame, text: `${frame.text.slice(0, Math.ceil(frame.text.length / 2))}${separator}` })
          continue
        }
        break
      case 'bad utf8':
        yield { ...send(frame), bytes: withBadBytes(frame.text) }
        continue
      case 'slow':
      case null:
        break
      default:
        assertNever(fault)
    }
    yield send(frame)
  }
}

function send({ text, words }: Frame): Step & { do: 'send' } {
  return { do: 'send', bytes: encoder.encode(text), words }
}

function withBadBytes(text: string): Uint8Array {
  const pieces = text.split(BAD_BYTES_MARK).map((piece) => [...encoder.encode(piece)])
  return Uint8Array.from(pieces.flatMap((piece, at) => (at === 0 ? piece : [...BAD_BYTES, ...piece])))
}
