import type { ExportFormat } from '#lib/export/export-format.ts'
import { htmlFormat } from '#lib/export/html.ts'
import { markdownFormat } from '#lib/export/markdown.ts'
import type { ExportWords } from '#lib/export/words.ts'
import type { Language } from '../_texts/language.ts'
import { codeHtml, type MarkdownWords, markdownHtml } from './markdown/html.ts'

/** A format of exports, with what it says in the language of its reader. */
export async function exportFormat(
  kind: Exclude<ExportFormat['kind'], 'wire'>,
  { language, version }: { language: Language; version: string },
): Promise<ExportFormat> {
  if (kind === 'ndjson') return { kind, product_version: version }
  const { words, reading } = await WORDS[language]()
  if (kind === 'markdown') return markdownFormat(words)
  return htmlFormat(words, { markdown: (text) => markdownHtml(text, reading), code: codeHtml })
}

const WORDS: Readonly<Record<Language, () => Promise<{ words: ExportWords; reading: MarkdownWords }>>> = {
  async en() {
    const [words, { reading }] = await Promise.all([
      import('../_texts/english/export-file.ts'),
      import('../_texts/english/reading.ts'),
    ])
    return { words: words.exportFile, reading }
  },
  async de() {
    const [words, { reading }] = await Promise.all([
      import('../_texts/german/export-file.ts'),
      import('../_texts/german/reading.ts'),
    ])
    return { words: words.exportFile, reading }
  },
}
