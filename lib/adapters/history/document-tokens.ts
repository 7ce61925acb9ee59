import type { DocumentBlock } from '../../canonical/block.ts'
import type { AdapterCapabilities } from '../../canonical/capabilities.ts'
import type { DocumentReading } from '../../media/document-reading.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { PictureCost } from './picture-tokens.ts'
import { tokensOfSize } from './picture-tokens.ts'
import { textTokens } from './text-tokens.ts'

/** What documents are counted by: what was read of them, and what of them goes as a file. */
export interface DocumentCount {
  readings?: CanonicalRequest['documents']
  limits?: AdapterCapabilities['documents']
}

/** Of a file that nobody has read. */
const UNREAD = 3_000
/** A page as hosts show it to a model that sees it: its text is counted beside it (wire-rule 143). */
const PAGE = { width: 1_224, height: 1_584 }
const HEADER = 20
/** Of a longer text the beginning stands for the rest: counting millions of characters would hold up every stream. */
const SAMPLE = 200_000

const counted = new WeakMap<DocumentReading, number>()

/** Its text, and its pages as pictures where it goes as a file that has some. */
export function documentTokens(
  { source, media_type }: DocumentBlock,
  cost: PictureCost,
  { readings, limits }: DocumentCount,
): number {
  const reading = readings?.get(source.data)
  if (!reading) return UNREAD
  const isFile = limits?.media_types.includes(media_type) === true && !limits.parsed_media_types?.includes(media_type)
  const pages = isFile && !reading.is_encrypted ? (reading.pages ?? 0) * tokensOfSize(PAGE, cost) : 0
  return HEADER + tokensInText(reading) + pages
}

function tokensInText(reading: DocumentReading): number {
  const known = counted.get(reading)
  if (known !== undefined) return known
  const text = reading.text ?? ''
  const sample = text.slice(0, SAMPLE)
  const tokens = sample === '' ? 0 : textTokens(sample) * (text.length / sample.length)
  counted.set(reading, tokens)
  return tokens
}
