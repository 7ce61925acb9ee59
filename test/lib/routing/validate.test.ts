import { expect, test } from 'vitest'
import type { TurnNeeds } from '#lib/routing/need.ts'
import { type Candidate, rejectionsOf } from '#lib/routing/validate.ts'
import { ALL_CAPABILITIES } from '#test/support/message-builder.ts'

const EVERYTHING: TurnNeeds = {
  images: true,
  tools: true,
  system_prompt: true,
  structured_output: true,
  estimated_input_tokens: 101,
}
const NOTHING: TurnNeeds = {
  images: false,
  tools: false,
  system_prompt: false,
  structured_output: false,
  estimated_input_tokens: 100,
}
const able: Candidate = {
  id: 'a:able',
  configured: true,
  unavailable: null,
  capabilities: { ...ALL_CAPABILITIES, max_context_tokens: 101 },
}
const unable: Candidate = {
  id: 'a:unable',
  configured: false,
  unavailable: { reason: 'five calls in a row failed', is_asked: false },
  capabilities: {
    ...ALL_CAPABILITIES,
    supports_images: false,
    supports_tools: false,
    supports_system_prompt: false,
    supports_structured_output: false,
    max_context_tokens: 100,
  },
}

test('everything that speaks against a candidate is said in words, the gravest first', () => {
  expect(rejectionsOf(unable, EVERYTHING)).toEqual([
    { rejection: 'not_configured', reason: 'its provider has no key and no address' },
    { rejection: 'provider_unavailable', reason: 'five calls in a row failed' },
    { rejection: 'no_vision_support', reason: 'the conversation holds pictures and it takes none' },
    { rejection: 'exceeds_context_window', reason: 'about 101 tokens do not fit its window of 100' },
    { rejection: 'no_tool_support', reason: 'the turn needs a tool and it has none' },
    { rejection: 'no_system_prompt_support', reason: 'the conversation has a system prompt and it takes none' },
    {
      rejection: 'no_structured_output_support',
      reason: 'the answer must follow a schema and it cannot promise that',
    },
  ])
})

test('a candidate that can do it all is not rejected, its window filled to the last token', () => {
  expect(rejectionsOf(able, EVERYTHING)).toEqual([])
})

test('what the turn does not need rejects nobody', () => {
  expect(rejectionsOf({ ...unable, configured: true, unavailable: null }, NOTHING)).toEqual([])
})
