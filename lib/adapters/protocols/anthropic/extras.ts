import { type ContentBlock, isBlockOf } from '../../../canonical/block.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { type Extra, type ReadExtras, sourcesExtra, textExtra } from '../../history/extra.ts'
import { readableText } from '../../history/readable-text.ts'
import { isHostedCall, isHostedResult } from './hosted-tool.ts'
import { type PlacedBlock, readProviderRaw } from './provider-raw.ts'
import { stringOf } from './wire.ts'

/** Server-side tools and their results, summaries, citations: what another model gets of them. */
export const readExtras: ReadExtras = (kept, content) => {
  const { blocks, fields, container } = readProviderRaw(kept)
  // Before 2026-11-22 the content said nothing of the provider's own tools, nor what a text stands on.
  const isTold = content.some(isBlockOf('hosted_tool'))
  const untold = isTold ? blocks.filter(({ block }) => !isHostedCall(block) && !isHostedResult(block)) : blocks
  return [
    ...untold.map(blockExtra),
    ...[...fields].flatMap(([index, each]) => fieldExtras(each, content[index])),
    ...(container === null ? [] : [{ type: 'container', as: 'nothing' } as const]),
  ]
}

function blockExtra({ index, block }: PlacedBlock): Extra {
  const { type } = block
  if (type === 'compaction') {
    return textExtra(type, index, 'summary of the conversation before', readableText(block.content))
  }
  if (type.endsWith('tool_use')) {
    const input = isJsonObject(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : ''
    return textExtra(type, index, `${stringOf(block.name) || 'a tool'}, run by the provider`, input)
  }
  const label = type.endsWith('_tool_result') ? `result of ${type.slice(0, -'_tool_result'.length)}` : type
  return textExtra(type, index, label, readableText(block))
}

function fieldExtras({ citations, caller }: JsonObject, block: ContentBlock | undefined): Extra[] {
  const isCited = block?.type === 'text' && block.citations
  return [
    ...(!isCited && Array.isArray(citations) && citations.length > 0 ? [sourcesExtra('citations', citations)] : []),
    // A call that code at the provider made; `direct` is any other.
    ...(isJsonObject(caller) && caller.type !== 'direct' ? [{ type: 'caller', as: 'nothing' } as const] : []),
  ]
}
