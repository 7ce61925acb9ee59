import { Document, isCollection, isMap, isSeq, parseDocument } from 'yaml'

/** A condition, or what is made of others: that is for the text to say. */
export type FormCondition = [says: string, value: unknown]

export interface FormRule {
  name: string
  note: string
  use: string
  when: FormCondition[]
}

/** Rules as a form shows them; what it has no field for stays in the text. */
export interface RuleForm {
  time_zone: string
  aliases: [name: string, model: string][]
  folders: { match: string; use: string }[]
  rules: FormRule[]
}

/** Null for a text that is no YAML, or of another shape than rules have. */
export function formOf(text: string): RuleForm | null {
  const document = parsed(text)
  const said: unknown = document?.toJS({ maxAliasCount: 100 }) ?? (document ? {} : undefined)
  if (!isObject(said)) return null
  const { aliases, folders, rules } = said
  const lists = [folders ?? [], rules ?? []]
  if (!isObject(aliases ?? {}) || !lists.every((list) => Array.isArray(list) && list.every(isObject))) return null
  return {
    time_zone: textIn(said, 'time_zone'),
    aliases: Object.entries(aliases ?? {}).map(([name, model]) => [name, String(model ?? '')]),
    folders: (lists[0] as object[]).map((folder) => ({ match: textIn(folder, 'match'), use: textIn(folder, 'use') })),
    rules: (lists[1] as object[]).map((rule) => ({
      name: textIn(rule, 'name'),
      note: textIn(rule, 'note'),
      use: textIn(rule, 'use'),
      when: Object.entries('when' in rule && isObject(rule.when) ? rule.when : {}),
    })),
  }
}

type Path = readonly (string | number)[]

// Each gives the text with one change in it: its nodes are edited, so that comments, and how the rest is written, stay.

/** `undefined` takes it out. */
export function withValue(text: string, path: Path, value: unknown): string {
  return edited(text, (document) => {
    if (value !== undefined) return document.setIn(path, document.createNode(value))
    document.deleteIn(path)
    // A condition of nothing is written as one, and a list without anything in it goes.
    const around = path.slice(0, -1)
    const left = around.length > 0 ? document.getIn(around) : null
    if (!isCollection(left) || left.items.length > 0) return
    if (around.at(-1) === 'when') document.setIn(around, document.createNode({}))
    else document.deleteIn(around)
  })
}

/** At the end of a list, which is begun where there is none. */
export function withItem(text: string, list: 'rules' | 'folders', item: object): string {
  return edited(text, (document) => {
    const items = document.get(list)
    if (isSeq(items) && items.items.length > 0) items.add(document.createNode(item))
    else document.set(list, document.createNode([item]))
  })
}

/** With the comments that stand before it. */
export function withRuleMoved(text: string, from: number, to: number): string {
  return edited(text, (document) => {
    const rules = document.get('rules')
    if (!isSeq(rules) || !rules.items[from] || to < 0 || to >= rules.items.length) return
    // What stands before the first is said of the list.
    const [first] = rules.items
    if (rules.commentBefore && isMap(first) && !first.commentBefore) {
      first.commentBefore = rules.commentBefore
      rules.commentBefore = null
    }
    const [moved] = rules.items.splice(from, 1)
    rules.items.splice(to, 0, moved)
  })
}

function edited(text: string, change: (document: Document) => void): string {
  const document = parsed(text)
  if (!document) return text
  const isEmpty = document.contents === null
  const of = isEmpty ? new Document({}) : document
  if (isEmpty) of.commentBefore = document.commentBefore ?? document.comment ?? null
  change(of)
  return isMap(of.contents) && of.contents.items.length === 0 && !of.commentBefore ? '' : of.toString({ lineWidth: 0 })
}

function parsed(text: string): Document | null {
  const document = parseDocument(text, { version: '1.2' })
  return document.errors.length > 0 ? null : document
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textIn(of: object, key: string): string {
  const value: unknown = (of as Record<string, unknown>)[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
