import { BadArchiveError } from '../export/bad-archive.ts'
import { type Document, parsedWhole } from './document.ts'
import type { ImportFormat } from './format.ts'
import { elementsOf } from './json-elements.ts'

/** Elements that are looked at: the first may be damaged. */
const SAMPLE = 8

/** The first of the formats that knows the document by what is in it; null where none does. */
export async function recognise(document: Document, formats: readonly ImportFormat[]): Promise<ImportFormat | null> {
  const samples = new Map<string, Promise<readonly unknown[]>>()
  let whole: Promise<unknown> | undefined
  for (const format of formats) {
    const { at } = format
    if (at === null) {
      whole ??= parsedWhole(document)
      const value = await whole
      if (value !== undefined && format.recognises([value])) return format
      continue
    }
    const key = JSON.stringify(at)
    const sample = samples.get(key) ?? sampleOf(document, at)
    samples.set(key, sample)
    const elements = await sample
    if (elements.length > 0 && format.recognises(elements)) return format
  }
  return null
}

/** As far as it can be read. */
async function sampleOf(document: Document, at: readonly string[]): Promise<readonly unknown[]> {
  const sample: unknown[] = []
  try {
    for await (const element of elementsOf(await document.read(), at)) {
      sample.push(element)
      if (sample.length === SAMPLE) break
    }
  } catch (cause) {
    if (!(cause instanceof BadArchiveError)) throw cause
  }
  return sample
}
