import { z } from 'zod'
import { components, errorName, type Json, ref } from './component.ts'
import { CONTRACT } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { COMMON_ERRORS, ERRORS, type ErrorCode } from './error.ts'

type RefTo = (schema: z.ZodType) => Json

let published: { version: string; document: ReturnType<typeof build> } | null = null

/** The contract as OpenAPI 3.1, for programs that others write. Built at the first call. */
export function openApi(version: string) {
  if (published?.version !== version) published = { version, document: build(version) }
  return published.document
}

function build(version: string) {
  const { schemas, refTo } = components()
  const paths = Object.entries(CONTRACT).map(([path, methods]) => [path, pathItem(path, methods, refTo)])
  return {
    openapi: '3.1.0',
    info: { title: 'Metis', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths) as Record<string, Json>,
    components: { schemas },
  }
}

const ABOUT =
  'A chat with language models of several providers. Every address also answers HEAD where it has GET, and OPTIONS. ' +
  'Answers and frames may gain fields: readers pass over what they do not know.'

const TAGS: Readonly<Record<Endpoint['tag'], string>> = {
  chat: 'Sessions, what is said in them, and the stream of what happens.',
  shares: 'Sealed copies of parts of chats, for whoever has their link.',
  models: 'The models that can be chosen.',
  providers: 'Where models are asked, and what this installation has of each: keys go in, and never come back.',
  attachments: 'Pictures, stored once by their content.',
  prices: 'Versions of the price table: what calls cost, and since when.',
  usage: 'What calls of models came to: tokens, money, time and failures.',
  people: 'Who may use this installation: signing in, links, roles, and what was done.',
  installation: 'This server itself.',
}

function pathItem(path: string, methods: Readonly<Record<string, Endpoint>>, refTo: RefTo): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const operations = Object.entries(methods).map(([method, endpoint]) => [
    method.toLowerCase(),
    operation(endpoint, refTo),
  ])
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) }
}

function operation(endpoint: Endpoint, refTo: RefTo): Json {
  const { id, tag, summary, description, query, headers, body } = endpoint
  const parameters = [...parametersOf(query, 'query'), ...parametersOf(headers, 'header')]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodyContent(body, refTo) } }),
    responses: responses(endpoint, refTo),
  }
}

function parametersOf(schema: z.ZodObject | undefined, place: 'query' | 'header'): Json[] {
  return Object.entries<z.ZodType>(schema?.shape ?? {}).map(([name, each]) => {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(each, { io: 'input' })
    return { name, in: place, required: !each.safeParse(undefined).success, schema: rest }
  })
}

function bodyContent(body: NonNullable<Endpoint['body']>, refTo: RefTo): Json {
  if ('file' in body) return fileContent(body.file)
  return { 'application/json': { schema: refTo(body.json) }, ...fileContent(body.or ?? []) }
}

/** Bytes: in OpenAPI 3.1 there is nothing to say of them beside their type. */
function fileContent(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, {}]))
}

function responses({ answer, otherwise, errors, summary }: Endpoint, refTo: RefTo): Json {
  const byStatus = Map.groupBy<number, ErrorCode>([...errors, ...COMMON_ERRORS], (code) => ERRORS[code].status)
  return {
    [answer.status]: { description: summary, ...answerContent(answer, refTo) },
    ...(otherwise && { [otherwise.status]: { description: summary, ...answerContent(otherwise, refTo) } }),
    ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(codes)])),
    default: { description: 'Any other refusal', content: { 'application/json': { schema: ref('Error') } } },
  }
}

function answerContent(answer: Endpoint['answer'], refTo: RefTo): Json {
  if ('json' in answer) {
    return { content: { 'application/json': { schema: refTo(answer.json) }, ...fileContent(answer.or ?? []) } }
  }
  if ('events' in answer) return { content: { 'text/event-stream': { schema: ref('Frame') } } }
  return 'file' in answer ? { content: fileContent(answer.file) } : {}
}

function refusal(codes: readonly ErrorCode[]): Json {
  const [first, ...others] = codes.map((code) => ref(errorName(code)))
  const schema = others.length === 0 ? first : { oneOf: [first, ...others] }
  const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join('\n\n')
  return { description, content: { 'application/json': { schema } } }
}
