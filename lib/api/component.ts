import { z } from 'zod'
import { UnknownBlock } from '../canonical/block.ts'
import { CANONICAL_SCHEMAS, NO_KNOWN_TYPE } from '../canonical/json-schema.ts'
import { PublicMessage } from '../canonical/public-message.ts'
import { Session, SessionSummary } from '../canonical/session.ts'
import { ChainLink } from '../events/catalog.ts'
import { FRAMES, LastTurn, Snapshot, StorageProblem } from '../events/frame.ts'
import { CONTRACT } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { ApiErrorBody, COMMON_ERRORS, ERROR_BODIES, type ErrorCode, Fault, SwapOption } from './error.ts'
import { Model, UnlistedProvider } from './model.ts'
import { Provider } from './provider.ts'

export type Json = Record<string, unknown>

const { MessageMetadata: _stored, ...CANONICAL } = CANONICAL_SCHEMAS

/** What is sent in more than one place, under the names it is published by. */
const SHARED = {
  ...CANONICAL,
  Message: PublicMessage,
  Session,
  SessionSummary,
  Model,
  UnlistedProvider,
  Provider,
  ChainLink,
  Snapshot,
  LastTurn,
  StorageProblem,
  Fault,
  SwapOption,
  Error: ApiErrorBody,
}

type Metadata = { id?: string; not?: object }

/** The schemas of the published document by name, and how an endpoint refers to its own. */
export function components() {
  const sent = z.registry<Metadata>()
  const said = z.registry<Metadata>()
  sent.add(UnknownBlock.shape.type, NO_KNOWN_TYPE)
  const name = (registry: typeof sent, id: string, schema: z.ZodType) => {
    if (!registry.has(schema)) registry.add(schema, { id })
  }
  for (const [id, schema] of Object.entries(SHARED)) name(sent, id, schema)
  for (const code of refusals()) name(sent, errorName(code), ERROR_BODIES[code])
  for (const [type, schema] of Object.entries(FRAMES)) name(sent, frameName(type), schema)
  for (const { id, answer, otherwise, body } of endpoints()) {
    if ('json' in answer) name(sent, `${capital(id)}Answer`, answer.json)
    if (otherwise) name(sent, `${capital(id)}OtherAnswer`, otherwise.json)
    if (body && 'json' in body) name(said, `${capital(id)}Request`, body.json)
  }
  return {
    schemas: { ...published(said, 'input'), ...published(sent, 'output'), Frame: anyFrame() },
    refTo: (schema: z.ZodType): Json => ref((sent.get(schema) ?? said.get(schema))?.id ?? ''),
  }
}

function endpoints(): Endpoint[] {
  return Object.values(CONTRACT).flatMap((methods) => Object.values<Endpoint>(methods))
}

/** What is not said of a method of an address is said of any other method: that is no operation to publish. */
function refusals(): Set<ErrorCode> {
  return new Set([...endpoints().flatMap(({ errors }) => errors), ...COMMON_ERRORS])
}

export function errorName(code: string): string {
  const words = code.split('_').map(capital).join('')
  return words.endsWith('Error') ? words : `${words}Error`
}

function frameName(type: string): string {
  return `Frame.${type}`
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function anyFrame(): Json {
  const types = Object.keys(FRAMES)
  return {
    description: 'The data of one server-sent event. Frames of a type that a client does not know are to be skipped.',
    oneOf: types.map((type) => ref(frameName(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map((type) => [type, ref(frameName(type)).$ref])),
    },
  }
}

/** As JSON Schema. What is sent may gain fields, so it is never closed. */
function published(registry: z.core.$ZodRegistry<Metadata>, io: 'input' | 'output'): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry as z.core.$ZodRegistry<{ id?: string }>, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, id: _name, ...schema }]) => [id, schema]),
  )
}
