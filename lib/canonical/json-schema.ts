import { z } from 'zod'
import { BLOCK_TYPES, BLOCKS, ContentBlock, UnknownBlock } from './block.ts'
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
  for (const [id, schema] of Object.entries(CANONICAL_SCHEMAS)) registry.add(schema, { id })
  registry.add(UnknownBlock.shape.type, NO_KNOWN_TYPE)
  return registry
}

/** What of the format has a name of its own where it is published. */
export const CANONICAL_SCHEMAS = {
  ContentBlock,
  ...namedBlocks(),
  UnknownBlock,
  MessageMetadata,
  RoutingDecisionRecord,
  Usage,
  JsonValue,
  JsonObject,
} as const

/** Of the type of an unknown block, which zod cannot say. */
export const NO_KNOWN_TYPE = { not: { enum: [...BLOCK_TYPES] } }

/** By its type: `tool_use` is `ToolUseBlock`. */
function namedBlocks(): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(BLOCKS).map(([type, { schema }]) => {
      const name = type.replace(/(?:^|_)[a-z]/g, (start) => start.slice(-1).toUpperCase())
      return [`${name}Block`, schema]
    }),
  )
}
