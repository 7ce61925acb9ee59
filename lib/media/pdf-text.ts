import { getDocumentProxy } from 'unpdf'
import { UnreadableDocumentError } from './unreadable-document.ts'

/** What no target takes, and what would be read for minutes. */
const MOST_PAGES = 2_000

export interface PdfText {
  /** By page, each behind its number, as far as `most` characters go. */
  text: string
  is_cut: boolean
  pages: number
  is_encrypted: boolean
}

/**
 * The text of a PDF. Scripts in it are never run: nothing of them is read. Throws an `UnreadableDocumentError` for one
 * that needs a password, is damaged or has too many pages.
 */
export async function pdfText(bytes: Uint8Array, most: number): Promise<PdfText> {
  const pdf = await open(bytes)
  try {
    const pages = pdf.numPages
    if (pages > MOST_PAGES) {
      throw new UnreadableDocumentError(`a PDF of ${pages} pages: attach those that matter, ${MOST_PAGES} at most`)
    }
    const texts: string[] = []
    let length = 0
    for (let number = 1; number <= pages && length <= most; number += 1) {
      const text = await pageText(pdf, number)
      texts.push(text)
      length += text.length
    }
    const { info } = await pdf.getMetadata()
    return {
      ...joined(texts, most),
      pages,
      is_encrypted: 'EncryptFilterName' in info && info.EncryptFilterName !== null,
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // A copy: it is handed over. No warnings on the console, and nothing is ever fetched.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      enableXfa: false,
    })
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new UnreadableDocumentError('a PDF with a password: save it without one, and attach that', { cause })
    }
    throw new UnreadableDocumentError('a damaged PDF: save or print it to a new one, and attach that', { cause })
  }
}

async function pageText(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .trim()
  } catch {
    // One page that is damaged does not make the others unreadable.
    return ''
  }
}

function joined(texts: readonly string[], most: number): { text: string; is_cut: boolean } {
  if (texts.every((text) => text === '')) return { text: '', is_cut: false }
  const whole = texts.map((text, index) => `[page ${index + 1}]\n${text}`).join('\n\n')
  return { text: whole.slice(0, most).toWellFormed(), is_cut: whole.length > most }
}
