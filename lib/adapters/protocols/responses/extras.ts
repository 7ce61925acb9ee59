import { type ContentBlock, isBlockOf } from '../../../canonical/block.ts'
import { type Extra, type ReadExtras, sourcesExtra, textExtra } from '../../history/extra.ts'
import { readableText } from '../../history/readable-text.ts'
import { isHostedItem } from './hosted-tool.ts'
import { type BlockFields, type PlacedBlock, readProviderRaw } from './provider-raw.ts'

/**
 * Tools that the provider ran, annotations, calls of custom tools: what another model gets of them. The `phase` of a
 * message tells its own model how to go on, and nobody else anything.
 */
export const readExtras: ReadExtras = (kept, content) => {
  // Before 2026-11-22 the content said nothing of the provider's own tools, nor what a text stands on.
  const isTold = content.some(isBlockOf('hosted_tool'))
  const { blocks, fields } = readProviderRaw(kept)
  return [
    // Reasoning that can be read stands in thinking blocks.
    ...blocks.filter(({ thinking, block }) => !thinking && !(isTold && isHostedItem(block))).map(itemExtra),
    ...[...fields.values()].flatMap((each) => fieldExtras(each, content[each.index])),
  ]
}

function itemExtra({ index, block }: PlacedBlock): Extra {
  const { type } = block
  if (type === 'reasoning' || type === 'mcp_list_tools') return { type, as: 'nothing' }
  const label = type.endsWith('_call') ? `${type.slice(0, -'_call'.length)}, run by the provider` : type
  return textExtra(type, index, label, readableText(block))
}

function fieldExtras({ index, item, part, arguments: text = '' }: BlockFields, block?: ContentBlock): Extra[] {
  if (item.type === 'custom_tool_call') return [{ type: 'custom_tool_call', as: 'free_text', index, text }]
  if (block?.type === 'text' && block.citations) return []
  const annotations = part?.annotations
  return Array.isArray(annotations) && annotations.length > 0 ? [sourcesExtra('annotations', annotations)] : []
}
