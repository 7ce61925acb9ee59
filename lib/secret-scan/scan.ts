import { setImmediate } from 'node:timers/promises'
import { decodedText } from './decode.ts'
import { type Finding, merged } from './finding.ts'
import { findByLibrary } from './library-rules.ts'
import { findByPattern } from './patterns.ts'
import { findPersonal } from './personal.ts'

/** Characters that are looked at in one go: some milliseconds, whatever they are. */
const WINDOW = 24_000
/** How far each reaches into the next: more than anything that is looked for is long. */
const OVERLAP = 9_000

/**
 * What stands in a text that nobody means to show: as it is, and decoded once from base64 and from the escapes of URLs. It
 * takes a time that grows with the length of the text alone, and lets others go on in between.
 */
export async function scan(text: string): Promise<Finding[]> {
  const findings = await scanWindows(text)
  const decoded = decodedText(text)
  for (const { kind, start, end } of await scanWindows(decoded.text)) {
    findings.push({ kind, ...decoded.place(start, end) })
  }
  return merged(findings)
}

async function scanWindows(text: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let from = 0; ; from += WINDOW - OVERLAP) {
    const window = text.slice(from, from + WINDOW)
    for (const { kind, start, end } of [
      ...(await findByLibrary(window)),
      ...findByPattern(window),
      ...findPersonal(window),
    ]) {
      // What begins before this window is whole in the one before it.
      if (from === 0 || start > 0) findings.push({ kind, start: from + start, end: from + end })
    }
    if (from + WINDOW >= text.length) return findings
    await setImmediate()
  }
}
