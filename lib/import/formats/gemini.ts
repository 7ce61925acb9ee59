import type { ContentBlock } from '../../canonical/block.ts'
import { hashJson } from '../../canonical/hash.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import type { ImportedChat } from '../imported-chat.ts'
import type { Piece } from './reading/answer.ts'
import type { Linked } from './reading/arrange.ts'
import { memberBlock, missingFile, textBlocks } from './reading/block.ts'
import { chatOf, idOf } from './reading/chat.ts'
import { markdownOfHtml } from './reading/html-markdown.ts'
import { Losses } from './reading/losses.ts'
import { memberNamed } from './reading/member.ts'
import { threadOf } from './reading/thread.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, jsonOf, listOf, nameOf, textOf } from './reading/value.ts'

/** Entries of one conversation; of one entry alone where the log does not say what it belongs to. */
interface Group {
  /** As in the address of the conversation. */
  id: string | null
  entries: readonly unknown[]
}

/**
 * Gemini's activity in a Takeout: a log of prompts, newest first, each with the answers to it as HTML. Newer entries name their
 * conversation; of the others each becomes a chat.
 */
export const gemini: ImportFormat = {
  source: 'gemini',
  at: null,
  recognises: ([document]) =>
    listOf(document).some((entry) => isOfGemini(fieldsOf(entry)) && isPrompt(fieldsOf(entry))),
  split: groupsIn,
  convert,
}

/** Every product of Google has a file of this shape. */
function isOfGemini({ header, products }: Fields): boolean {
  return [header, ...listOf(products)].some((name) => /\b(gemini|bard)\b/i.test(textOf(name)))
}

function isPrompt({ safeHtmlItem, title }: Fields): boolean {
  return listOf(safeHtmlItem).length > 0 || VERB.test(textOf(title))
}

/** The log is in the language of its person; what else stands in front of a prompt stays in it. */
const VERB = /^(Prompted|Asked)(\s|$)/

function groupsIn(document: unknown): Group[] {
  const groups = new Map<string, unknown[]>()
  const alone: Group[] = []
  for (const entry of listOf(document)) {
    const fields = fieldsOf(entry)
    if (!isOfGemini(fields) || !isPrompt(fields)) continue
    const id = conversationOf(fields)
    if (id === null) alone.push({ id, entries: [entry] })
    else
      groups
        .set(id, groups.get(id) ?? [])
        .get(id)
        ?.push(entry)
  }
  return [...[...groups].map(([id, entries]) => ({ id, entries })), ...alone]
}

function conversationOf({ titleUrl, details }: Fields): string | null {
  const addresses = [titleUrl, ...listOf(details).map((detail) => fieldsOf(detail).url)]
  const ids = addresses.map((url) => /^https:\/\/gemini\.google\.com\/(?:u\/\d+\/)?app\/(\w+)/.exec(textOf(url))?.[1])
  return idOf(ids.find((id) => id !== undefined))
}

interface Node extends Linked {
  pieces: readonly Piece[]
}

function convert(value: unknown, files: ImportFiles): ImportedChat | null {
  const { id, entries } = value as Group
  if (!Array.isArray(entries)) throw new BadChatError('it is no entry of the log')
  const losses = new Losses()
  if (id === null) losses.add('thread')
  const nodes: Node[] = []
  for (const entry of entries.map(fieldsOf).toSorted(byTime))
    nodes.push(...nodesOf(entry, nodes.at(-1)?.id ?? null, files, losses))
  const thread = threadOf(nodes, nodes.at(-1)?.id ?? null, losses, ({ pieces }) => pieces)
  const times = nodes.flatMap(({ created_at }) => created_at ?? [])
  const about = {
    title: null,
    created_at: times[0] ?? null,
    updated_at: times.at(-1) ?? null,
    model: null,
    system_prompt: null,
  }
  return chatOf(id, about, thread, losses)
}

function byTime(a: Fields, b: Fields): number {
  const [first, second] = [timeOf(a.time) ?? '', timeOf(b.time) ?? '']
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** A question, and its answers side by side: several were asked for anew. New entries stand in front, so no id is by place. */
function nodesOf(entry: Fields, parent: string | null, files: ImportFiles, losses: Losses): Node[] {
  const created_at = timeOf(entry.time)
  const id = hashJson(jsonOf([entry.time, entry.title])).slice(0, 20)
  const prompt = textOf(entry.title).replace(VERB, '').trim()
  const asked = [...textBlocks(prompt), ...filesOf(entry, files, losses)]
  const question: Node = {
    id,
    parent,
    created_at,
    pieces: asked.length > 0 ? [{ role: 'user', content: asked }] : [],
  }
  const answers = listOf(entry.safeHtmlItem).map((item, index): Node => {
    const content = textBlocks(markdownOfHtml(textOf(fieldsOf(item).html)))
    const pieces: Piece[] = content.length > 0 ? [{ role: 'assistant', content }] : []
    return { id: `${id}:${index}`, parent: id, created_at, pieces }
  })
  return [question, ...answers]
}

/** By their names, in any folder of the archive. */
function filesOf({ imageFile, attachedFiles }: Fields, files: ImportFiles, losses: Losses): ContentBlock[] {
  const pictures = [imageFile].flat().map((name) => [name, true] as const)
  const others = listOf(attachedFiles).map((name) => [name, false] as const)
  return [...pictures, ...others].flatMap(([value, isPicture]) => {
    const name = nameOf(value)
    if (name === null) return []
    const member = memberNamed(files, name)
    return member === undefined
      ? missingFile('gemini', name, { name }, losses)
      : memberBlock(member, { name, isPicture })
  })
}
