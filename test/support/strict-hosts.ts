import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { chatAuthor } from '#test/conformance/wire/chat-author.ts'
import { ollamaAuthor } from '#test/conformance/wire/ollama-author.ts'
import { responsesAuthor } from '#test/conformance/wire/responses-author.ts'
import type { Part, Script, WireAuthor } from '#test/conformance/wire/wire-author.ts'
import { BindingService, type BoundAnswer } from './binding-service.ts'
import { chatFaults } from './chat-validator.ts'
import { ollamaFaults } from './ollama-validator.ts'
import { openaiModelFaults } from './openai-model-rules.ts'
import { responsesFaults } from './responses-validator.ts'

/** A service that refuses what its provider is known to refuse, and answers what it is told to. */
export interface StrictHost {
  /** What it refuses of a request that came to this path. */
  faultsOf(path: string, body: JsonObject): string[]
  answer(script: Script, body: JsonObject, count: number): string
  author: WireAuthor
}

/** OpenAI: by Responses, with its own thoughts as it gave them, each before what it thought them for (wire-rules 166 to 169). */
export function strictOpenai(): StrictHost {
  /** The thought before each item that was given, and what is in each thought. */
  const before = new Map<unknown, unknown>()
  const sealed = new Map<unknown, unknown>()
  return {
    author: responsesAuthor,
    faultsOf(path, body) {
      if (path !== '/v1/responses') return openaiModelFaults('chat', body)
      const input = listOf(body.input)
      return [
        ...responsesFaults(body),
        ...openaiModelFaults('responses', body),
        ...input.flatMap((item, index) => {
          const thought = before.get(item.id)
          if (item.type === 'reasoning') {
            return item.encrypted_content !== undefined && sealed.get(item.id) === item.encrypted_content
              ? []
              : [`input[${index}]: The encrypted content for item ${item.id} could not be verified.`]
          }
          return thought === undefined || input.slice(0, index).some(({ id }) => id === thought)
            ? []
            : [`Item '${item.id}' was provided without its required 'reasoning' item: '${thought}'.`]
        }),
      ]
    },
    answer(script, _body, count) {
      const stream = responsesAuthor
        .stream(script)
        .join('')
        .replaceAll(/"(rs|fc|msg|resp)_(\d+)"/g, `"$1_${count}x$2"`)
        .replaceAll('"Z0FBQUFB"', `"${btoa(`sealed ${count}`)}"`)
      let thought: unknown
      for (const { type, item } of framesIn(stream)) {
        if (type !== 'response.output_item.done' || !isJsonObject(item)) continue
        if (item.type === 'reasoning') thought = item.id
        if (item.type === 'reasoning') sealed.set(item.id, item.encrypted_content)
        else before.set(item.id, thought)
      }
      return stream
    },
  }
}

/** DeepSeek: text alone, and beside tools the reasoning of every answer, its own as it was (wire-rules 134, 150, 170 and 171). */
export function strictDeepseek(): StrictHost {
  const thought = new Map<string, string>()
  return {
    author: chatAuthor,
    answer(script) {
      thought.set(keyOfScript(script), thoughtsIn(script))
      return chatAuthor.stream(script).join('')
    },
    faultsOf(_path, body) {
      const faults = chatFaults(body)
      const isThinking = !isJsonObject(body.thinking) || body.thinking.type !== 'disabled'
      const choice = body.tool_choice ?? 'auto'
      if (isThinking && choice !== 'auto' && choice !== 'none') {
        faults.push('Thinking mode does not support this tool_choice')
      }
      for (const [index, message] of listOf(body.messages).entries()) {
        const { role, content, reasoning_content } = message
        for (const { type } of listOf(content)) {
          if (type !== 'text') faults.push(`messages[${index}]: unknown variant \`${type}\`, expected \`text\``)
        }
        if (!isThinking || !body.tools || role !== 'assistant') continue
        const own = thought.get(keyOfMessage(message)) ?? reasoning_content
        if (typeof reasoning_content !== 'string' || reasoning_content !== own) {
          faults.push(`Missing reasoning_content field in the assistant message at message index ${index}`)
        }
      }
      return faults
    },
  }
}

/** Grok: no stop, no penalties, an effort that the model has, and no files (wire-rules 152 and 176). */
export function strictXai(): StrictHost {
  return {
    author: chatAuthor,
    answer: plainly(chatAuthor),
    faultsOf(_path, body) {
      const faults = [...chatFaults(body), ...withoutFiles(body)]
      for (const field of ['stop', 'presence_penalty', 'frequency_penalty']) {
        if (body[field] !== undefined) faults.push(`Argument not supported on this model: ${field}`)
      }
      const effort = body.reasoning_effort
      if (effort !== undefined && !['low', 'medium', 'high', 'xhigh'].includes(String(effort))) {
        faults.push(`This model does not support \`reasoning_effort\` value \`${effort}\``)
      }
      return faults
    },
  }
}

const ANY_SIGNATURE = 'skip_thought_signature_validator'

/** Gemini for OpenAI's clients: what it signed comes back signed as it was (wire-rule 182), and its calls have no ids. */
export function strictGemini(): StrictHost {
  /** By what was said or called. */
  const signed = new Map<string, string>()
  return {
    author: chatAuthor,
    faultsOf(_path, body) {
      const faults = [...chatFaults(body), ...withoutFiles(body)]
      if (body.reasoning_effort === 'none' || body.reasoning_effort === 'minimal') {
        faults.push('Thinking level is not supported for this model.')
      }
      for (const [index, message] of listOf(body.messages).entries()) {
        const [call] = listOf(message.tool_calls)
        const own = signed.get(keyOfMessage(message))
        const given = signatureOf(call ?? message)
        const isFitting = own === undefined ? call === undefined || given === ANY_SIGNATURE : given === own
        if (message.role === 'assistant' && !isFitting) {
          faults.push(`messages[${index}]: Function call is missing a thought_signature in functionCall parts.`)
        }
      }
      return faults
    },
    answer(script, body, count) {
      const signature = btoa(`gemini ${count}`)
      const extra_content = { google: { thought_signature: signature } }
      const parts = script.parts.flatMap((part): Part[] => {
        if ('thinking' in part) return []
        return 'call' in part ? [{ ...part, id: '' }] : [part]
      })
      const first = parts.find((part) => 'call' in part)
      signed.set(keyOfScript(script), signature)
      let isSigned = false
      const stream = chatAuthor.stream({ ...script, parts }).map((frame) =>
        frame.replace(first ? '"id":"","type"' : '"delta":{"content":"', (found) => {
          if (isSigned || (!first && frame.includes('"role"'))) return found
          isSigned = true
          const extra = `"extra_content":${JSON.stringify(extra_content)},`
          return first ? `${extra}${found}` : found.replace('{"content"', `{${extra}"content"`)
        }),
      )
      return named(stream.join(''), body)
    },
  }
}

/** Ollama with a model that calls tools and thinks, and has no eyes. */
export function strictOllama(): StrictHost {
  return {
    author: ollamaAuthor,
    faultsOf(path, body) {
      if (path === '/api/show') return []
      const faults = ollamaFaults(body)
      if (body.think !== undefined && typeof body.think !== 'boolean') faults.push(`invalid think value: ${body.think}`)
      if (listOf(body.messages).some(({ images }) => images !== undefined)) {
        faults.push('this model is missing data required for image input')
      }
      return faults
    },
    answer: (script, body, count) =>
      body.messages === undefined
        ? JSON.stringify({
            capabilities: ['completion', 'tools', 'thinking'],
            model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 131_072 },
          })
        : plainly(ollamaAuthor)(script, body, count),
  }
}

/** Anthropic's, which judges and signs by itself. */
export function boundAnswer({ parts }: Script): BoundAnswer {
  return {
    content: parts.map((part) => {
      if ('text' in part) return { text: part.text.join('') }
      if ('thinking' in part) return { thinks: part.thinking.join('') }
      return { calls: part.call, input: JSON.parse(part.fragments.join('')) }
    }),
  }
}

/** Each by the name of its host, and Claude by the service that binds thoughts. */
export function strictHosts() {
  const claude = new BindingService()
  const others: Record<string, StrictHost> = {
    'api.openai.com': strictOpenai(),
    'api.deepseek.com': strictDeepseek(),
    'api.x.ai': strictXai(),
    'generativelanguage.googleapis.com': strictGemini(),
    '127.0.0.1': strictOllama(),
  }
  const refusals: string[] = []
  const counts = new Map<string, number>()
  const scripts: Script[] = []
  let onRequest: (body: JsonObject) => Promise<void> = async () => {}

  const answerOf: typeof fetch = async (input, init) => {
    const { hostname, pathname } = new URL(String(input))
    const body: JsonObject = JSON.parse(String(init?.body))
    const isQuestion = body.messages !== undefined || body.input !== undefined
    if (isQuestion) await onRequest(body)
    const script: Script = (isQuestion ? scripts.shift() : undefined) ?? { parts: [] }
    const host = others[hostname]
    if (!host) {
      claude.answerNext(boundAnswer(script))
      const answer = await claude.fetch(input, init)
      refusals.push(...claude.refusals.splice(0).map((each) => `${hostname}: ${each}`))
      return answer
    }
    const faults = host.faultsOf(pathname, body)
    refusals.push(...faults.map((each) => `${hostname}: ${each}`))
    if (faults.length > 0) return new Response(host.author.errorBody(faults.join('; ')), { status: 400 })
    const count = (counts.get(hostname) ?? 0) + 1
    counts.set(hostname, count)
    const headers = { 'content-type': 'text/event-stream' }
    return new Response(named(host.answer(script, body, count), body), { headers })
  }
  return {
    fetch: answerOf,
    /** In the words of the service. */
    refusals,
    /** Of Claude's thoughts, those that were left out of the last request because they did not fit it. */
    dropped: () => claude.lastDropped,
    answerNext: (...next: readonly Script[]) => scripts.push(...next),
    watch: (watcher: typeof onRequest) => {
      onRequest = watcher
    },
  }
}

const plainly =
  (author: WireAuthor): StrictHost['answer'] =>
  (script) =>
    author.stream(script).join('')

/** Under the name of the model that was asked. */
function named(stream: string, { model }: JsonObject): string {
  return stream.replaceAll('"test-model"', JSON.stringify(model))
}

function withoutFiles({ messages }: JsonObject): string[] {
  const parts = listOf(messages).flatMap(({ content }) => listOf(content))
  return parts.flatMap(({ type }) => (type === 'text' || type === 'image_url' ? [] : [`invalid part ${type}`]))
}

function signatureOf({ extra_content }: JsonObject): unknown {
  const { google } = isJsonObject(extra_content) ? extra_content : {}
  return isJsonObject(google) ? google.thought_signature : undefined
}

/** An answer is known again by its first call, or by what it said. */
function keyOfScript({ parts }: Script): string {
  const first = parts.find((part) => 'call' in part)
  const words = parts.flatMap((part) => ('text' in part ? part.text : [])).join('')
  return first ? keyOfCall(first.call, first.fragments.join('')) : words
}

function keyOfMessage({ content, tool_calls }: JsonObject): string {
  const [call] = listOf(tool_calls)
  const { name, arguments: input } = isJsonObject(call?.function) ? call.function : {}
  return call ? keyOfCall(name, String(input)) : String(content)
}

function keyOfCall(name: unknown, input: string): string {
  return `${name} ${JSON.stringify(JSON.parse(input))}`
}

function thoughtsIn({ parts }: Script): string {
  return parts.flatMap((part) => ('thinking' in part ? part.thinking : [])).join('')
}

function framesIn(stream: string): JsonObject[] {
  return [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, frame = '']) => JSON.parse(frame))
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
