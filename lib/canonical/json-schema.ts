import { z } from 'zod'
import {
  BLOCK_TYPES,
  ContentBlock,
  ImageBlock,
  RedactedThinkingBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  UnknownBlock,
} from './block.ts'
import { JsonObject, JsonValue } from './json.ts'
import { Message, MessageMetadata, RoutingDecisionRecord, SCHEMA_VERSION } from './message.ts'
import { Usage } from './usage.ts'

/**
 * The canonical message as JSON Schema (draft 2020-12), for others to read and write. It is generated from the zod
 * schemas: `npm run schema` writes it to `public/`. What only code can check (the invariants of §5) is not in it.
 */
export function messageJsonSchema(): object {
  const schema = z.toJSONSchema(Message, { io: 'input', metadata: names() })
  const { $schema, ...rest } = schema
  return {
    $schema,
    $id: `urn:metis:canonical-message:v${SCHEMA_VERSION}`,
    title: 'Canonical message',
    description:
      'One message of a conversation, in the format of no provider. Unknown fields and block types are kept.',
    ...rest,
  }
}

/** A registry of our own: the global one is shared with everything that uses zod. */
function names() {
  const registry = z.registry<{ id?: string; not?: object }>()
  registry.add(ContentBlock, { id: 'ContentBlock' })
  registry.add(TextBlock, { id: 'TextBlock' })
  registry.add(ToolUseBlock, { id: 'ToolUseBlock' })
  registry.add(ToolResultBlock, { id: 'ToolResultBlock' })
  registry.add(ImageBlock, { id: 'ImageBlock' })
  registry.add(ThinkingBlock, { id: 'ThinkingBlock' })
  registry.add(RedactedThinkingBlock, { id: 'RedactedThinkingBlock' })
  registry.add(UnknownBlock, { id: 'UnknownBlock' })
  registry.add(UnknownBlock.shape.type, { not: { enum: [...BLOCK_TYPES] } })
  registry.add(MessageMetadata, { id: 'MessageMetadata' })
  registry.add(RoutingDecisionRecord, { id: 'RoutingDecisionRecord' })
  registry.add(Usage, { id: 'Usage' })
  registry.add(JsonValue, { id: 'JsonValue' })
  registry.add(JsonObject, { id: 'JsonObject' })
  return registry
}
