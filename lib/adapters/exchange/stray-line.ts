import type { WireEvent } from '../protocol.ts'

/** Names an event whose line had no field at all. */
const BARE = 'stray'

/** A line that begins as these do is no event by the standard, which tells readers to pass it over. */
const STRAY = /(?<=[\r\n])(?:error: ?|(?=\{))/g

/** What each of them holds. Nearly no text does, and looking for these first takes a fifth of the time. */
const MARKS = ['\n{', '\r{', '\nerror:', '\rerror:']

/** The start of a line that may turn out to be one of them. */
const MAY_BECOME_STRAY = /(?<=[\r\n])e(?:r(?:r(?:o(?:r)?)?)?)?$/
/** With the line break before it. */
const LONGEST_START = 6

/**
 * Makes events of the lines in which some servers say what went wrong: GPUStack in a field of its own, `error: {…}`
 * (wire-rule 124), others as plain JSON in the middle of an event stream. Sees the text of a stream piece by piece.
 */
export class StrayLines {
  /** The last character of the text so far, and the start of a line that waits for its rest. */
  #before = '\n'

  mend(piece: string): string {
    const text = this.#before + piece
    const waiting = MAY_BECOME_STRAY.exec(text.slice(-LONGEST_START))?.[0] ?? ''
    const known = text.slice(0, text.length - waiting.length)
    this.#before = known.slice(-1) + waiting
    if (!MARKS.some((mark) => known.includes(mark))) return known.slice(1)
    // The empty line ends an event that stands before it without one.
    return known
      .replace(STRAY, (field) => (field === '' ? `\nevent: ${BARE}\ndata: ` : '\nevent: error\ndata: '))
      .slice(1)
  }
}

/** What such a line says, null where it is not even JSON: then it is passed over, as the standard has it. */
export function withoutStray(event: WireEvent, isWhole: (data: string) => boolean): WireEvent | null {
  if (event.event !== BARE) return event
  return isWhole(event.data) ? { data: event.data } : null
}
