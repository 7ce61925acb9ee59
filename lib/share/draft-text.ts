import type { ContentBlock } from '../canonical/block.ts'
import type { JsonValue } from '../canonical/json.ts'
import type { ShareFinding } from '../canonical/share-finding.ts'
import type { ShareDraft } from './draft.ts'

/** Where a text stands in a draft. */
export interface TextPlace extends Pick<ShareFinding, 'part' | 'message_id' | 'block' | 'path'> {
  /** What it is called where it stands, as in `"password": "…"`; null for none. */
  name: string | null
}

/** What becomes of a text, and of places in it. */
export interface EditedText {
  text: string
  moved: (position: number) => number
}

export type EditText = (text: string, place: TextPlace) => EditedText

/**
 * The draft with each of its texts edited, in one order. It goes by the structure of values, not by a list of fields, so that
 * no text of a block can be forgotten: what is left out are the few fields by which blocks are what they are.
 */
export function withEditedTexts(draft: ShareDraft, edit: EditText): ShareDraft {
  const alone = (text: string | null, part: TextPlace['part']) =>
    text === null ? null : edit(text, { part, message_id: null, block: null, path: '', name: null }).text
  return {
    title: alone(draft.title, 'title'),
    system_prompt: alone(draft.system_prompt, 'system_prompt'),
    messages: draft.messages.map((message) => ({
      ...message,
      content: message.content.map((block, index) => {
        const place = { part: 'message' as const, message_id: message.id, block: index }
        return withEditedBlock(block, '', (text, path, name) => edit(text, { ...place, path, name }))
      }),
    })),
    costs: draft.costs,
  }
}

type EditInBlock = (text: string, path: string, name: string | null) => EditedText

/** Ours, or one of a few words; of a picture it is the bytes, or where they are. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'id',
  'tool_use_id',
  'source',
  'media_type',
  'status',
  'tool',
  'input_hidden',
  'result_hidden',
])

function withEditedBlock(block: ContentBlock, path: string, edit: EditInBlock): ContentBlock {
  if (block.type === 'tool_result') {
    const content = block.content.map((inner, index) => withEditedBlock(inner, `${path}/content/${index}`, edit))
    return { ...block, content }
  }
  if (block.type === 'text') {
    const { text, moved } = edit(block.text, `${path}/text`, null)
    const citations = block.citations?.map((citation, index) => {
      const { start, end } = citation
      return {
        ...(editedValue({ ...citation } as JsonValue, `${path}/citations/${index}`, null, edit) as typeof citation),
        ...(typeof start === 'number' && { start: moved(start) }),
        ...(typeof end === 'number' && { end: moved(end) }),
      }
    })
    return { type: 'text', text, ...(citations && { citations }) }
  }
  return Object.fromEntries(
    Object.entries(block).map(([key, value]) => [
      key,
      STRUCTURE.has(key) ? value : editedValue(value as JsonValue, `${path}/${key}`, null, edit),
    ]),
  ) as unknown as ContentBlock
}

/** Shorter numbers are nobody's. */
const LONG_NUMBER = 10_000_000

function editedValue(value: JsonValue, path: string, name: string | null, edit: EditInBlock): JsonValue {
  if (typeof value === 'string') return edit(value, path, name).text
  if (typeof value === 'number' && Math.abs(value) >= LONG_NUMBER) {
    const { text } = edit(String(value), path, name)
    return text === String(value) ? value : text
  }
  if (Array.isArray(value)) return value.map((part, index) => editedValue(part, `${path}/${index}`, name, edit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return [edit(key, place, null).text, editedValue(part, place, key, edit)]
    }),
  )
}
