import { Parser } from 'htmlparser2'
import { fenced } from './fence.ts'
import { webAddressOf } from './value.ts'

/** Whose content nobody reads. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'head', 'title'])
/** What stands on lines of its own, with a blank line around it. */
const PARAGRAPHS = new Set(['p', 'div', 'section', 'article', 'blockquote', 'table', 'ul', 'ol', 'hr', 'figure'])
const HEADINGS: Readonly<Record<string, string>> = {
  h1: '# ',
  h2: '## ',
  h3: '### ',
  h4: '#### ',
  h5: '##### ',
  h6: '###### ',
}
const MARKS: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' }
/** What is deeper nobody wrote, and the parser takes the square of it in time. */
const DEEPEST = 1_000
/** Deeper lists are no deeper to read. */
const DEEPEST_LIST = 8

/**
 * What HTML says, as Markdown: words, headings, lists, code, tables by their cells, and links into the web. Nothing else of it is
 * kept, so that there is nothing to run or to fetch.
 */
export function markdownOfHtml(html: string): string {
  const writer = new Writer()
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > DEEPEST) parser.pause()
        else writer.open(name, attributes)
      },
      ontext: (text) => writer.text(text),
      onclosetag(name) {
        depth -= 1
        writer.close(name)
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return writer.end()
}

interface List {
  isOrdered: boolean
  items: number
}

class Writer {
  /** Words and code by turns: what is blank counts in code alone. */
  #done: string[] = []
  #words: string[] = []
  #silent = 0
  #code: { language: string; text: string } | null = null
  #lists: List[] = []
  #links: (string | null)[] = []

  open(name: string, { href = '', class: named = '' }: Record<string, string>): void {
    if (SILENT.has(name)) this.#silent += 1
    if (this.#silent > 0) return
    const language = /language-([\w+#-]+)/.exec(named)?.[1] ?? ''
    if (this.#code) this.#code.language ||= language
    else if (name === 'pre') this.#code = { language, text: '' }
    else if (name === 'code') this.#put('`')
    else if (name === 'br') this.#put('\n')
    else if (name === 'li') this.#item()
    else if (name === 'tr') this.#put('\n')
    else if (name === 'td' || name === 'th') this.#put('| ')
    else if (name === 'a') this.#link(webAddressOf(href))
    else if (Object.hasOwn(HEADINGS, name)) this.#put(`\n\n${HEADINGS[name]}`)
    else if (Object.hasOwn(MARKS, name)) this.#put(MARKS[name] ?? '')
    else if (PARAGRAPHS.has(name)) this.#paragraph()
    if (name === 'ul' || name === 'ol') this.#lists.push({ isOrdered: name === 'ol', items: 0 })
  }

  text(text: string): void {
    if (this.#silent > 0) return
    if (this.#code) this.#code.text += text
    else this.#put(text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<]/g, '\\$&'))
  }

  close(name: string): void {
    if (SILENT.has(name)) this.#silent = Math.max(0, this.#silent - 1)
    else if (this.#silent > 0) return
    else if (name === 'pre' && this.#code) {
      const { text, language } = this.#code
      this.#code = null
      this.#endWords()
      this.#done.push(fenced(text.replace(/\n$/, ''), language))
    } else if (this.#code) return
    else if (name === 'code') this.#put('`')
    else if (name === 'td' || name === 'th') this.#put(' ')
    else if (name === 'a') this.#unlink()
    else if (Object.hasOwn(HEADINGS, name)) this.#put('\n\n')
    else if (Object.hasOwn(MARKS, name)) this.#put(MARKS[name] ?? '')
    else if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (PARAGRAPHS.has(name)) this.#paragraph()
  }

  end(): string {
    if (this.#code) this.close('pre')
    this.#endWords()
    return this.#done.join('\n\n')
  }

  #endWords(): void {
    const words = this.#words
      .join('')
      .replace(/[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    if (words !== '') this.#done.push(words)
    this.#words = []
  }

  #put(text: string): void {
    this.#words.push(text)
  }

  /** Inside of a list a blank line would end the item. */
  #paragraph(): void {
    this.#put(this.#lists.length > 0 ? '\n' : '\n\n')
  }

  #item(): void {
    const list = this.#lists.at(-1)
    const indent = '   '.repeat(Math.min(DEEPEST_LIST, Math.max(0, this.#lists.length - 1)))
    if (list) list.items += 1
    this.#put(`\n${indent}${list?.isOrdered ? `${list.items}. ` : '- '}`)
  }

  #link(address: string | null): void {
    this.#links.push(address)
    if (address !== null) this.#put('[')
  }

  #unlink(): void {
    const address = this.#links.pop() ?? null
    if (address !== null) this.#put(`](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`)
  }
}
