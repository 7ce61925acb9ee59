import { setImmediate } from 'node:timers/promises'
import { hashJson } from '../canonical/hash.ts'
import { MASK } from '../canonical/mask.ts'
import type { ShareFinding } from '../canonical/share-finding.ts'
import { type Finding, merged } from '../secret-scan/finding.ts'
import { distinct, findRepeated } from '../secret-scan/repeated.ts'
import { scan } from '../secret-scan/scan.ts'
import { shortened } from '../shortened.ts'
import type { ShareDraft } from './draft.ts'
import { type EditedText, type TextPlace, withEditedTexts } from './draft-text.ts'

const AROUND = 24
const LONGEST_FOUND = 80
/** So many texts are looked at before others go on. */
const AT_ONCE = 40

/**
 * What in a draft nobody may have meant to show, and the draft with that of it masked which `masks` names. An id that names
 * nothing that is there does nothing.
 */
export async function searched(
  draft: ShareDraft,
  masks: readonly string[],
): Promise<{ draft: ShareDraft; findings: ShareFinding[] }> {
  const texts: { text: string; place: TextPlace }[] = []
  const noted = (text: string, place: TextPlace): EditedText => {
    texts.push({ text, place })
    return { text, moved: (position) => position }
  }
  withEditedTexts(draft, noted)
  const alone: Finding[][] = []
  for (const [index, { text, place }] of texts.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    alone.push(await findIn(text, place))
  }
  const known = distinct(
    texts.flatMap(({ text }, index) =>
      (alone[index] ?? []).map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) })),
    ),
  )
  const found: NamedFinding[][] = []
  for (const [index, { text, place }] of texts.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const here = known.length === 0 ? [] : merged([...(alone[index] ?? []), ...findRepeated(text, known)])
    found.push(here.map((finding) => named(finding, text, place)))
  }
  const isMasked = new Set(masks)
  const findings: ShareFinding[] = []
  let next = 0
  const masked = withEditedTexts(draft, (text, { name: _name, ...place }) => {
    const here = found[next] ?? []
    next += 1
    const edited = withMasks(
      text,
      here.filter(({ id }) => isMasked.has(id)),
    )
    for (const { id, kind, start, end } of here) {
      const shown = { start: edited.moved(start), end: edited.moved(end) }
      findings.push({ id, kind, ...place, ...shown, excerpt: excerptOf(text, start, end), masked: isMasked.has(id) })
    }
    return edited
  })
  return { draft: masked, findings }
}

type NamedFinding = Finding & { id: string }

async function findIn(text: string, { name }: TextPlace): Promise<Finding[]> {
  if (text === '') return []
  const before = name === null ? '' : `${name}="`
  const found = await scan(before + text)
  return found.flatMap(({ kind, ...range }) => {
    const [start, end] = [Math.max(0, range.start - before.length), range.end - before.length]
    return end <= 0 ? [] : [{ kind, start, end }]
  })
}

function named({ kind, start, end }: Finding, text: string, { name: _name, ...place }: TextPlace): NamedFinding {
  const id = hashJson([place, kind, start, end, text.slice(start, end)]).slice(0, 32)
  return { id, kind, start, end }
}

function withMasks(text: string, masked: readonly Finding[]): EditedText {
  let edited = ''
  let read = 0
  /** Where each piece that is masked was, and how much further everything behind it stands now. */
  const shifts: { start: number; end: number; by: number }[] = []
  for (const { start, end } of masked) {
    edited += text.slice(read, start) + MASK
    read = end
    shifts.push({ start, end, by: edited.length - end })
  }
  return {
    text: edited + text.slice(read),
    moved(position) {
      const last = shifts.findLast(({ start }) => start < position)
      // In the middle of what is masked there are no places any more.
      return last ? Math.max(position, last.end) + last.by : position
    },
  }
}

function excerptOf(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - AROUND), start)
  const after = text.slice(end, end + AROUND)
  const cut = [start > AROUND ? '…' : '', end + AROUND < text.length ? '…' : '']
  const excerpt = `${cut[0]}${before}${shortened(text.slice(start, end), LONGEST_FOUND)}${after}${cut[1]}`
  return excerpt.replace(/\s+/g, ' ').toWellFormed()
}
