import { describe, expect, test } from 'vitest'
import { refusalsOf } from '#lib/canonical/model-refusal.ts'
import { CATALOG, optionsOf } from '#lib/models/catalog.ts'
import type { ModelEntry, ModelOptions } from '#lib/models/model-entry.ts'

/** A fact of a provider's pages, with the number of the wire-rule that collects them, and whom it is true of. */
interface Fact {
  rule: number
  says: string
  provider: 'anthropic' | 'openai'
  holds: (options: ModelOptions, entry: ModelEntry) => boolean
  /** All of whom it is true, and nobody else of the provider: names on the wire, without the family's. */
  of: string
}

const AFTER_4_6 = 'opus-5-5 sonnet-5-5 haiku-5-5 fable-5-1 opus-5 opus-4-7 sonnet-5'
const SINCE_4_6 = `${AFTER_4_6} opus-4-6 sonnet-4-6`
const REASONING =
  'gpt-6.1-sol gpt-6-sol gpt-6-luna gpt-5.5 gpt-5.4 gpt-5.2 gpt-5.1 gpt-5 gpt-5-mini gpt-5-nano o3 o4-mini'
const has =
  (effort: string) =>
  ({ reasoning_efforts: efforts = [] }: ModelOptions) =>
    efforts.includes(effort)

const FACTS: readonly Fact[] = [
  {
    rule: 129,
    says: 'refuses to be forced to call a tool',
    provider: 'anthropic',
    holds: ({ forced_tool_choice }) => forced_tool_choice === false,
    of: 'opus-5-5 sonnet-5-5 fable-5-1',
  },
  {
    rule: 131,
    says: 'refuses a temperature',
    provider: 'anthropic',
    holds: ({ sampling }) => sampling === false,
    of: AFTER_4_6,
  },
  {
    rule: 131,
    says: 'is asked to think by effort, and not by a budget',
    provider: 'anthropic',
    holds: ({ thinking }) => thinking === 'adaptive',
    of: SINCE_4_6,
  },
  {
    rule: 132,
    says: 'refuses an answer that is begun for it',
    provider: 'anthropic',
    holds: ({ prefill }) => prefill === false,
    of: SINCE_4_6,
  },
  {
    rule: 158,
    says: 'thinks where nothing is said of it',
    provider: 'anthropic',
    holds: ({ thinks_unasked }) => thinks_unasked === true,
    of: 'opus-5-5 sonnet-5-5 haiku-5-5 fable-5-1 opus-5 sonnet-5',
  },
  {
    rule: 160,
    says: 'refuses not to think',
    provider: 'anthropic',
    holds: ({ thinking_always }) => thinking_always === true,
    of: 'opus-5-5 sonnet-5-5 fable-5-1',
  },
  {
    rule: 161,
    says: 'has thinking between tools as its least',
    provider: 'anthropic',
    holds: ({ thinking_least }) => thinking_least === 'between_tools',
    of: 'sonnet-5-5',
  },
  {
    rule: 162,
    says: 'refuses an effort',
    provider: 'anthropic',
    holds: ({ effort }) => effort === false,
    of: 'sonnet-4-5 haiku-4-5',
  },
  { rule: 162, says: 'takes the effort max', provider: 'anthropic', holds: has('max'), of: SINCE_4_6 },
  { rule: 162, says: 'takes the effort xhigh', provider: 'anthropic', holds: has('xhigh'), of: AFTER_4_6 },
  {
    rule: 128,
    says: 'refuses to be forced to call a tool while it thinks by a budget',
    provider: 'anthropic',
    holds: (options) => refusalsOf({ ...options }, []).includes('forced_tools_beside_thinking'),
    of: 'opus-4-5 sonnet-4-5 haiku-4-5',
  },
  {
    // The page about pictures: 100 for models with a window of 200,000 tokens, 600 for others.
    rule: 48,
    says: 'takes no more than 100 pictures',
    provider: 'anthropic',
    holds: (_, { capabilities }) => capabilities.image_limits?.max_count === 100,
    of: 'opus-4-5 sonnet-4-5 haiku-4-5',
  },
  {
    rule: 48,
    says: 'takes 600 pictures',
    provider: 'anthropic',
    holds: (_, { capabilities }) => capabilities.image_limits?.max_count === 600,
    of: 'opus-5-5 sonnet-5-5 haiku-5-5 fable-5-1 opus-5 opus-4-7 opus-4-6 sonnet-5 sonnet-4-6',
  },
  {
    rule: 48,
    says: 'takes a picture of 5 MB as base64 and no larger one',
    provider: 'anthropic',
    holds: (_, { capabilities }) => capabilities.image_limits?.max_base64_bytes === 5 * 1_024 * 1_024,
    of: `${SINCE_4_6} opus-4-5 sonnet-4-5 haiku-4-5`,
  },
  {
    rule: 137,
    says: 'takes no more than 100 pages of documents',
    provider: 'anthropic',
    holds: (_, { capabilities }) => capabilities.documents?.max_pages === 100,
    of: 'opus-4-5 sonnet-4-5 haiku-4-5',
  },
  {
    rule: 166,
    says: 'takes no function tools in Chat Completions while it reasons',
    provider: 'openai',
    holds: ({ tools_beside_reasoning }) => tools_beside_reasoning === false,
    of: 'gpt-6.1-sol gpt-6-sol gpt-6-luna gpt-5.5 gpt-5.4',
  },
  {
    rule: 166,
    says: 'takes no function tools in Chat Completions at all',
    provider: 'openai',
    holds: (_, { through }) => through?.openai?.supports_tools === false,
    of: 'gpt-6.1-sol',
  },
  {
    rule: 167,
    says: 'takes the effort minimal',
    provider: 'openai',
    holds: has('minimal'),
    of: 'gpt-5 gpt-5-mini gpt-5-nano',
  },
  {
    rule: 167,
    says: 'takes the effort none',
    provider: 'openai',
    holds: has('none'),
    of: 'gpt-6-sol gpt-6-luna gpt-5.5 gpt-5.4 gpt-5.2 gpt-5.1',
  },
  {
    rule: 167,
    says: 'takes the effort xhigh',
    provider: 'openai',
    holds: has('xhigh'),
    of: 'gpt-6.1-sol gpt-6-sol gpt-6-luna gpt-5.5 gpt-5.4 gpt-5.2',
  },
  {
    rule: 167,
    says: 'takes the effort max',
    provider: 'openai',
    holds: has('max'),
    of: 'gpt-6.1-sol gpt-6-sol gpt-6-luna',
  },
  {
    rule: 168,
    says: 'refuses a temperature while it reasons',
    provider: 'openai',
    holds: ({ sampling }) => sampling === false,
    of: REASONING,
  },
  {
    rule: 168,
    says: 'refuses stop sequences',
    provider: 'openai',
    holds: ({ stop_sequences }) => stop_sequences === false,
    of: REASONING,
  },
  {
    rule: 167,
    says: 'refuses not to think',
    provider: 'openai',
    holds: ({ reasoning_efforts: efforts = [] }) => refusalsOf({}, efforts).includes('no_thinking'),
    of: 'gpt-6.1-sol gpt-5 gpt-5-mini gpt-5-nano o3 o4-mini',
  },
  {
    rule: 169,
    says: 'has no encrypted reasoning, and refuses to be asked for it',
    provider: 'openai',
    holds: ({ encrypted_reasoning }) => encrypted_reasoning === false,
    of: 'gpt-4.1 gpt-4.1-mini gpt-4.1-nano gpt-4o gpt-4o-mini',
  },
]

describe('of the shipped models', () => {
  test.each(FACTS)('wire-rule $rule: $says exactly $of', ({ provider, holds, of }) => {
    const found = CATALOG.filter((entry) => entry.provider === provider && holds(optionsOf(entry.id), entry))
    const names = found.map(({ id }) => id.replace(/^[a-z]+:(claude-)?/, ''))
    expect(names.toSorted()).toEqual(of.split(' ').toSorted())
  })
})
