import katex from 'katex'
import type { AlignType, ListItem, Nodes, RootContent, Table, TableRow } from 'mdast'
import { assertNever } from '#lib/assert-never.ts'
import { escapeHtml } from '#lib/export/escape-html.ts'
import type { LateTexts } from '../../_texts/texts.ts'
import { highlight } from '../highlighter.ts'
import { hidesOrder } from '../long-code.ts'
import { type AnswerText, growText, NO_TEXT, type Part } from './answer-text.ts'
import { codePieces } from './code-pieces.ts'
import { markText } from './details.ts'
import { foldsOf, type Shown } from './folds.ts'
import { FORMULA_OPTIONS, formulaExcess } from './formula-bounds.ts'
import { fencedCode, groupsOf } from './groups.ts'
import { isWebAddress } from './web-address.ts'

/** What it says beside the text. */
export type MarkdownWords = LateTexts['reading']

/** As in the page; each is some fifty elements. */
const MOST_FORMULAS = 1_000
const COLOURED_PIECES = 8

/**
 * An answer as a text of HTML, for files that are read without us: from the same tree as in the page, by the same rules, as
 * elements without any style or script. Formulas are MathML, which needs no fonts of ours. Pictures from elsewhere are named
 * and never loaded.
 */
export function markdownHtml(text: string, words: MarkdownWords): string {
  return new HtmlWriter(words).answer(growText(NO_TEXT, text, true))
}

class HtmlWriter {
  readonly #words: MarkdownWords
  #notes: AnswerText['notes'] = new Map()
  #formulas = 0

  constructor(words: MarkdownWords) {
    this.#words = words
  }

  answer({ settled, recent, notes }: AnswerText): string {
    this.#notes = notes
    const shown = this.#shown(foldsOf(groupsOf([...settled.flat(), ...recent])))
    if (notes.size === 0) return shown
    const items = [...notes.values()].map(({ content }) => `<li dir="auto">${this.#nodes(content.children)}</li>`)
    return `${shown}<section class="notes" aria-label="${escapeHtml(this.#words.footnotes)}"><ol>${items.join('')}</ol></section>`
  }

  #shown(shown: readonly Shown[]): string {
    return shown
      .map((one) => {
        if ('parts' in one) return this.#group(one.parts)
        if ('node' in one) return this.#node(one.node, true)
        return this.#details(one.start, this.#shown(one.inside))
      })
      .join('')
  }

  #group(parts: readonly Part[]): string {
    const [first] = parts
    if (!first) return ''
    switch (first.kind) {
      case 'item': {
        const [list] = first.nodes ?? []
        const items = parts.map(({ nodes }) => this.#itemsIn(nodes)).join('')
        const isOrdered = list?.type === 'list' && list.ordered === true
        return isOrdered ? `<ol dir="auto" start="${first.number}">${items}</ol>` : `<ul dir="auto">${items}</ul>`
      }
      case 'rows': {
        const [table] = first.nodes ?? []
        const head = table?.type === 'table' ? this.#rows(table, 0, 1) : ''
        return this.#table(
          head,
          parts.map(({ nodes }) => (nodes?.[0]?.type === 'table' ? this.#rows(nodes[0], 1) : '')).join(''),
        )
      }
      case 'plain': {
        const text = escapeHtml(parts.map(({ source }) => source).join(''))
        return `<div class="plain" dir="auto"><p class="plain-note">${escapeHtml(this.#words.plain)}</p>${text}</div>`
      }
      case 'code': {
        const { code, language } = fencedCode(first)
        return codeHtml(code.replace(/\n$/, ''), language)
      }
      case 'block':
        return parts.map(({ nodes }) => this.#nodes(nodes ?? [], true)).join('')
      default:
        return assertNever(first.kind)
    }
  }

  #itemsIn(nodes: Part['nodes']): string {
    const [list] = nodes ?? []
    return list?.type === 'list' ? this.#items(list.children) : this.#nodes(nodes ?? [])
  }

  #nodes(nodes: readonly Nodes[], isTop = false): string {
    return nodes.map((node) => this.#node(node, isTop)).join('')
  }

  /** At the top of an answer each block says its own direction. */
  #node(node: Nodes, isTop = false): string {
    const dir = isTop ? ' dir="auto"' : ''
    switch (node.type) {
      case 'text':
      case 'html':
        return escapeHtml(node.value)
      case 'paragraph':
        return `<p${dir}>${this.#nodes(node.children)}</p>`
      case 'heading':
        return `<h${node.depth}${dir}>${this.#nodes(node.children)}</h${node.depth}>`
      case 'strong':
        return `<strong>${this.#nodes(node.children)}</strong>`
      case 'emphasis':
        return `<em>${this.#nodes(node.children)}</em>`
      case 'delete':
        return `<del>${this.#nodes(node.children)}</del>`
      case 'inlineCode':
        return `<code dir="auto">${escapeHtml(node.value)}</code>`
      case 'break':
        return '<br>\n'
      case 'link':
        return linkHtml(node.url, this.#nodes(node.children))
      case 'image':
        return this.#remotePicture(node.url, node.alt ?? '')
      case 'list': {
        const items = this.#items(node.children)
        return node.ordered ? `<ol${dir} start="${node.start ?? 1}">${items}</ol>` : `<ul${dir}>${items}</ul>`
      }
      case 'listItem':
        return this.#items([node])
      case 'blockquote':
        return `<blockquote${dir}>${this.#nodes(node.children)}</blockquote>`
      case 'thematicBreak':
        return '<hr>'
      case 'code':
        return codeHtml(node.value, node.lang ?? '')
      case 'table':
        return this.#table(this.#rows(node, 0, 1), this.#rows(node, 1))
      case 'footnoteReference': {
        const note = this.#notes.get(`^${node.identifier}`)
        return `<sup class="note-mark" dir="ltr">${note?.number ?? escapeHtml(node.identifier)}</sup>`
      }
      case 'formula':
        return this.#formula(node)
      case 'tagged':
        return `<${node.name}>${this.#nodes(node.children)}</${node.name}>`
      case 'details':
        return this.#details(node.start, this.#nodes(node.children, true))
      case 'detailsStart':
      case 'detailsEnd':
        return `<p${dir}>${this.#node(markText(node))}</p>`
      case 'caret':
      case 'definition':
      case 'footnoteDefinition':
      case 'linkReference':
      case 'imageReference':
      case 'tableRow':
      case 'tableCell':
      case 'root':
      case 'yaml':
        return ''
      default:
        return assertNever(node)
    }
  }

  #details({ summary, open }: Extract<RootContent, { type: 'detailsStart' }>, inside: string): string {
    const title = summary.length > 0 ? this.#nodes(summary) : escapeHtml(this.#words.details)
    return `<details dir="auto"${open ? ' open' : ''}><summary>${title}</summary>${inside}</details>`
  }

  #items(items: readonly ListItem[]): string {
    return items
      .map((item) => {
        const children = item.children.map((child) =>
          child.type === 'paragraph' && !item.spread ? this.#nodes(child.children) : this.#node(child),
        )
        const { task_done, task_open } = this.#words
        const label = escapeHtml(item.checked ? task_done : task_open)
        const box = `<input type="checkbox" disabled aria-label="${label}"${item.checked ? ' checked' : ''}>`
        const isTask = typeof item.checked === 'boolean'
        return `<li${isTask ? ' class="task"' : ''}>${isTask ? box : ''}${children.join('')}</li>`
      })
      .join('')
  }

  #table(head: string, body: string): string {
    const label = escapeHtml(this.#words.table)
    return `<section class="table-scroll" aria-label="${label}" tabindex="0"><table dir="auto"><thead>${head}</thead><tbody>${body}</tbody></table></section>`
  }

  #rows(table: Table, from: number, to?: number): string {
    const columns = table.children[0]?.children.length ?? 0
    const tag = from === 0 ? 'th' : 'td'
    return table.children
      .slice(from, to)
      .map((row) => `<tr>${this.#cells(row, columns, table.align ?? [], tag)}</tr>`)
      .join('')
  }

  #cells({ children }: TableRow, columns: number, align: readonly AlignType[], tag: 'th' | 'td'): string {
    return Array.from({ length: columns }, (_, column) => {
      const side = align[column]
      const attributes = `${side ? ` class="${side}"` : ''}${tag === 'td' ? ' dir="auto"' : ''}`
      return `<${tag}${attributes}>${this.#nodes(children[column]?.children ?? [])}</${tag}>`
    }).join('')
  }

  #formula({ value, display, source }: Extract<RootContent, { type: 'formula' }>): string {
    this.#formulas += 1
    const asWritten = `<code>${escapeHtml(source)}</code>`
    if (this.#formulas > MOST_FORMULAS || formulaExcess(value)) return asWritten
    try {
      return katex.renderToString(value, { ...FORMULA_OPTIONS, output: 'mathml', displayMode: display })
    } catch {
      return asWritten
    }
  }

  #remotePicture(address: string, alt: string): string {
    const { picture_not_loaded, picture_not_loaded_of } = this.#words
    const label = escapeHtml(alt ? picture_not_loaded_of(alt) : picture_not_loaded)
    const link = isWebAddress(address) ? ` ${linkHtml(address, escapeHtml(address))}` : ''
    return `<span class="elsewhere">${label}${link}</span>`
  }
}

function linkHtml(href: string, inside: string): string {
  if (!isWebAddress(href)) return `<span>${inside}</span>`
  return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${inside}</a>`
}

/** Coloured as in the page, by names of classes. */
export function codeHtml(code: string, language: string): string {
  const pieces = codePieces(code).map(
    (piece, index) => (index < COLOURED_PIECES ? highlight(piece, language) : null) ?? escapeHtml(piece),
  )
  const order = hidesOrder(code) ? ' class="in-order"' : ''
  return `<pre dir="ltr" tabindex="0"${order}><code>${pieces.join('')}</code></pre>`
}
