import { HttpResponse, http } from 'msw'
import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { chatAuthor } from '#test/conformance/wire/chat-author.ts'
import { responsesAuthor } from '#test/conformance/wire/responses-author.ts'
import type { Script, WireAuthor } from '#test/conformance/wire/wire-author.ts'
import { chatFaults } from './chat-validator.ts'
import { openaiModelFaults } from './openai-model-rules.ts'
import { responsesFaults } from './responses-validator.ts'

export interface ServiceRequest {
  path: string
  body: JsonObject
  /** What it refused the request for; empty for one that it answered. */
  faults: string[]
}

const CALLS: Script = {
  parts: [{ thinking: [] }, { call: 'calculator', id: 'call_1', fragments: ['{"expression": "6*7"}'] }],
  stop: 'tool',
}
const ANSWERS: Script = { parts: [{ thinking: [] }, { text: ['It is 42.'] }], stop: 'end' }

/**
 * A service with both of OpenAI's wire formats, as strict as OpenAI's own: it refuses what the format or the named model
 * refuses, calls the calculator once a turn where it has one, and then answers. Without reasoning text, as OpenAI's is for
 * those who do not ask for it; `thinks` makes it a compatible host that says its thoughts.
 */
export function openaiService(root: string, { thinks = null }: { thinks?: string | null } = {}) {
  const requests: ServiceRequest[] = []
  const take = (api: 'chat' | 'responses', path: string, author: WireAuthor, check: (body: JsonObject) => string[]) =>
    http.post(`${root}${path}`, async ({ request }) => {
      const body: unknown = await request.json()
      if (!isJsonObject(body)) return new HttpResponse(null, { status: 400 })
      const faults = [...check(body), ...openaiModelFaults(api, body)]
      requests.push({ path, body, faults })
      if (faults.length > 0) return new HttpResponse(author.errorBody(faults.join('; ')), { status: 400 })
      const script = hasTools(body) && !endsWithResult(body) ? CALLS : ANSWERS
      const answer = author.stream(thinks === null ? script : thinking(script, thinks)).join('')
      const headers = { 'content-type': 'text/event-stream' }
      return new HttpResponse(own(answer, String(body.model), `${api}${requests.length}`), { headers })
    })
  const handlers = [
    take('responses', '/responses', responsesAuthor, responsesFaults),
    take('chat', '/chat/completions', chatAuthor, chatFaults),
  ]
  return { handlers, requests }
}

function hasTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0
}

function endsWithResult({ input, messages }: JsonObject): boolean {
  const last = [input, messages].find(Array.isArray)?.at(-1)
  return isJsonObject(last) && (last.type === 'function_call_output' || last.role === 'tool')
}

function thinking({ parts, ...script }: Script, words: string): Script {
  return { ...script, parts: parts.map((part) => ('thinking' in part ? { thinking: [words] } : part)) }
}

/** Ids that no other answer has, and the name of the model that was asked. */
function own(stream: string, model: string, answer: string): string {
  return stream
    .replaceAll('[{"type":"summary_text","text":""}]', '[]')
    .replaceAll('"test-model"', JSON.stringify(model))
    .replaceAll(/"(rs|fc|msg|call|resp)_(\d+)"/g, `"$1_${answer}x$2"`)
}
