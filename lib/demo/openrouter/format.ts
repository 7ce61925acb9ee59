import { z } from 'zod'
import { sseEvent } from '../../answer-encoders/answer.ts'
import { openRouterAnswers } from '../../answer-encoders/openrouter.ts'
import { chatCompletions } from '../chat-completions/format.ts'
import { MUCH_EFFORT } from '../openai/effort.ts'
import type { Prompt } from '../prompt.ts'
import { isOwnRedacted, isSigned, signatureOf } from '../signature.ts'
import type { Reading, WireFormat } from '../wire-format.ts'
import { firstIssue } from '../zod-issue.ts'
import { errorBody, fromUpstream, invalid, PROVIDER, refusalOf } from './refusal.ts'
import { type Detail, type Split, split } from './request.ts'

/** Chat Completions, and what the host has beyond it; what an upstream refuses comes in the upstream's words. */
export const openRouter: WireFormat = {
  path: '/api/v1/chat/completions',
  request_id_header: 'x-request-id',
  call_id: 'toolu_',
  vouch: signatureOf,
  answers: openRouterAnswers(PROVIDER),
  read(json, headers) {
    const parts = tried(() => split(json))
    if (parts instanceof z.ZodError) {
      const { path, message } = firstIssue(parts)
      return { ok: false, refusal: invalid(`Invalid input: ${path.join('.')}: ${message}`) }
    }
    const reading = chatCompletions.read(parts.chat, headers)
    if (!reading.ok) return { ok: false, refusal: fromUpstream(reading.refusal) }
    return readingOf(reading.prompt, parts, json)
  },
  refusal: refusalOf,
  errorBody: (refusal) => errorBody(refusal),
  errorEvent: (requestId, model) =>
    sseEvent({
      id: requestId,
      object: 'chat.completion.chunk',
      model,
      provider: PROVIDER,
      error: { code: 502, message: 'Provider disconnected unexpectedly' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }),
}

function readingOf(prompt: Prompt, { own, details, searches }: Split, json: unknown): Reading {
  const { effort } = own.reasoning ?? {}
  if (effort !== undefined && hasBoth(json))
    return { ok: false, refusal: invalid('Only one of "reasoning" and "reasoning_effort" can be provided') }
  if (effort !== undefined && own.reasoning?.max_tokens !== undefined)
    return { ok: false, refusal: invalid('Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified') }
  const fault = details
    .flat()
    .map((detail) => complaint(detail, prompt.model))
    .find(Boolean)
  if (fault) return { ok: false, refusal: fromUpstream(invalid(fault)) }
  const duplicate = repeated(details.flat())
  if (duplicate !== null)
    return { ok: false, refusal: fromUpstream(invalid(`Duplicate item found with id ${duplicate}`)) }
  return {
    ok: true,
    prompt: {
      ...prompt,
      format: 'OpenRouter',
      thinking: effort !== 'none',
      thinksUnasked: MUCH_EFFORT.has(effort ?? ''),
      hidesThoughts: true,
      vouches: true,
      searches,
      turns: prompt.turns.map((turn, at) => ({ ...turn, thoughts: details[at]?.length ?? 0 })),
    },
  }
}

function hasBoth(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'reasoning_effort' in json
}

/** Reasoning goes back as it came, and to the model that had it. */
function complaint(detail: Detail, model: string): string | null {
  if (detail.type === 'reasoning.encrypted')
    return isOwnRedacted(detail.data, model) ? null : 'Invalid `data` in `redacted_thinking` block'
  const { text, signature } = detail
  return isSigned({ thinking: text ?? '', signature: signature ?? '' }, model)
    ? null
    : 'Invalid `signature` in `thinking` block'
}

function repeated(details: readonly Detail[]): string | null {
  const ids = details.flatMap(({ id }) => id ?? [])
  return ids.find((id, at) => ids.indexOf(id) < at) ?? null
}

function tried<T>(run: () => T): T | z.ZodError {
  try {
    return run()
  } catch (error) {
    if (error instanceof z.ZodError) return error
    throw error
  }
}
