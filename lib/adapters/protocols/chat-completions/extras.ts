import type { ContentBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { textOr } from '../../answer/wire-text.ts'
import { type Extra, type ReadExtras, sourcesExtra, textExtra } from '../../history/extra.ts'
import { readableText } from '../../history/readable-text.ts'
import { isPart, readPart } from './content-part.ts'

/** Annotations, sources, sound, pictures, calls of custom tools: what another model gets of them. */
export const readExtras: ReadExtras = (kept, content) => [
  ...annotations(listOf(kept.annotations), content),
  // Before 2026-11-22 the content said nothing of a search at the host.
  ...(content.some(isBlockOf('hosted_tool'))
    ? []
    : [...sources('citations', kept.citations), ...sources('search_results', kept.search_results)]),
  ...sources('context', isJsonObject(kept.context) ? kept.context.citations : undefined),
  ...readMediaExtras(kept, content),
  ...otherParts(listOf(kept.content)),
  ...calls(kept.tool_calls, content),
  ...(isJsonObject(kept.extra_content) ? [lost('extra_content')] : []),
  // Where some of it can be read, it stands in blocks of its own.
  ...(listOf(kept.reasoning_details).length > 0 && !content.some(isBlockOf('thinking'))
    ? [lost('reasoning_details')]
    : []),
]

/** Sound and pictures, which no answer of the history can hold, not even one that goes back to its own model. */
export function readMediaExtras({ audio, images }: JsonObject, content: readonly ContentBlock[]): Extra[] {
  return [...(isJsonObject(audio) ? [sound(audio, content)] : []), ...listOf(images).map(() => lost('images'))]
}

/** What was said is the text of the answer. */
function sound({ transcript }: JsonObject, content: readonly ContentBlock[]): Extra {
  const isSaid = content.some((block) => block.type === 'text' && block.text !== '')
  return isSaid ? { type: 'audio', as: 'said' } : textExtra('audio', 0, 'said aloud', textOr(transcript, ''))
}

function annotations(all: JsonValue[], content: readonly ContentBlock[]): Extra[] {
  // A document that the host read for the model, with its text.
  const files = all.filter(isJsonObject).filter(({ file }) => isJsonObject(file))
  const cited = all.filter((each) => !(isJsonObject(each) && isJsonObject(each.file)))
  return [
    ...files.map(({ file }) => textExtra('file', 0, 'a file, as the provider read it', readableText(file))),
    ...(cited.length > 0 && !content.some((block) => block.type === 'text' && block.citations)
      ? [sourcesExtra('annotations', cited)]
      : []),
  ]
}

function sources(type: string, citations: JsonValue | undefined): Extra[] {
  const all = listOf(citations)
  return all.length > 0 ? [sourcesExtra(type, all)] : []
}

function otherParts(parts: JsonValue[]): Extra[] {
  return parts.filter(isPart).flatMap((part) => (readPart(part).kind === 'other' ? [lost(part.type)] : []))
}

/** By position among the calls. */
function calls(kept: JsonValue | undefined, content: readonly ContentBlock[]): Extra[] {
  if (!isJsonObject(kept)) return []
  const places = content.flatMap((block, index) => (block.type === 'tool_use' ? [index] : []))
  return places.flatMap((index, position): Extra[] => {
    const exact = kept[position]
    if (!isJsonObject(exact)) return []
    return [
      ...(typeof exact.custom === 'string'
        ? [{ type: 'custom_tool_call', as: 'free_text', index, text: exact.custom } as const]
        : []),
      ...(isJsonObject(exact.extra_content) ? [lost('extra_content')] : []),
    ]
  })
}

function lost(type: string): Extra {
  return { type, as: 'nothing' }
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
