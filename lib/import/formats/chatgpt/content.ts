import type { ContentBlock } from '../../../canonical/block.ts'
import { lost, textBlocks, thinkingBlocks } from '../reading/block.ts'
import { fenced } from '../reading/fence.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf } from '../reading/value.ts'
import { type PartContext, partBlocks, pictureBlock } from './part.ts'

type ReadContent = (content: Fields, context: PartContext) => ContentBlock[]

/** What is said in content of each type, whoever says it. Pages, quotes and what code printed are the words of tools. */
const READERS: Readonly<Record<string, ReadContent>> = {
  text: ({ parts }, context) => partBlocks(parts, context),
  multimodal_text: ({ parts }, context) => partBlocks(parts, context),
  code: ({ text, language }) => {
    const code = textOf(text)
    return code.trim() === '' ? [] : textBlocks(fenced(code, language === 'unknown' ? '' : textOf(language)))
  },
  execution_output: ({ text }, context) => [...textBlocks(text), ...printedPictures(context)],
  thoughts: ({ thoughts }) => thinkingBlocks(listOf(thoughts).map(thoughtText).filter(Boolean).join('\n\n')),
  // "Thought for 4 seconds": a label of what stands before it.
  reasoning_recap: () => [],
  tether_quote: pageBlocks,
  sonic_webpage: pageBlocks,
  tether_browsing_display: ({ result, summary }, { metadata }) =>
    textBlocks([textOf(result), textOf(summary), foundText(metadata)].filter(Boolean).join('\n\n')),
  computer_output: ({ screenshot, state }, context) => [
    ...textBlocks([fieldsOf(state).title, fieldsOf(state).url].map(textOf).filter(Boolean).join('\n')),
    ...(fieldsOf(screenshot).asset_pointer === undefined ? [] : [pictureBlock(screenshot, context)]),
  ],
  citable_code_output: ({ output_str }) => textBlocks(output_str),
  system_error: ({ name, text }) => textBlocks([textOf(name), textOf(text)].filter(Boolean).join(': ')),
}

export function contentBlocks(content: Fields, context: PartContext): ContentBlock[] {
  const type = textOf(content.content_type)
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  return read ? read(content, context) : unknownBlocks(content, context)
}

/** New types come every few months: what can be read of them, and all of it as it is. */
function unknownBlocks(content: Fields, context: PartContext): ContentBlock[] {
  const words = [content.text, content.result, content.content].flatMap((text) => {
    const said = nameOf(text)
    return said === null ? [] : [context.words(said)]
  })
  const parts = listOf(content.parts).flatMap((part) => (typeof part === 'string' ? textBlocks(part) : []))
  return [...words, ...parts, lost('chatgpt', content, context.losses)]
}

function thoughtText(value: unknown): string {
  const { summary, content, chunks } = fieldsOf(value)
  const said = nameOf(content) ?? listOf(chunks).map(textOf).join(' ')
  return [summary === undefined || summary === '' ? '' : `**${textOf(summary)}**`, said].filter(Boolean).join('\n\n')
}

function pageBlocks({ title, url, text, snippet }: Fields): ContentBlock[] {
  const [name, address] = [textOf(title), textOf(url)]
  const head = [name, address === name ? '' : address].filter(Boolean).join('\n')
  return textBlocks([head, nameOf(text) ?? textOf(snippet)].filter(Boolean).join('\n\n'))
}

function foundText(metadata: Fields): string {
  const entries = listOf(metadata.search_result_groups).flatMap((group) => listOf(fieldsOf(group).entries))
  return entries
    .map(fieldsOf)
    .map(({ title, url, snippet }) => [title, url, snippet].map(textOf).filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')
}

/** What code drew stands beside the message, each as an address in place of a pointer. */
function printedPictures(context: PartContext): ContentBlock[] {
  return listOf(fieldsOf(context.metadata.aggregate_result).messages)
    .map(fieldsOf)
    .filter(({ message_type, image_url }) => message_type === 'image' && nameOf(image_url) !== null)
    .map((picture) => pictureBlock({ ...picture, asset_pointer: picture.image_url }, context))
}
