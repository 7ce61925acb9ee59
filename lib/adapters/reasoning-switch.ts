import type { JsonObject } from '../canonical/json.ts'
import type { ModelOptions } from '../models/model-entry.ts'
import type { ModelClaims } from './provider.ts'

/** Words for an effort that go as `reasoning_effort`, lowest first. */
export function byEffort(...words: string[]): ModelOptions {
  return { reasoning_efforts: words }
}

/** Words for an effort that a host asks for in fields of its own, lowest first. */
export function byFields(words: readonly string[], fieldsOf: (word: string) => JsonObject): ModelOptions {
  return {
    reasoning_efforts: words,
    effort_fields: Object.fromEntries(words.map((word) => [word, fieldsOf(word)])),
  }
}

/** `thinking: {type}`, with the effort beside it where the model knows more than on and off. */
export function byThinkingType(...words: string[]): ModelOptions {
  return byFields(words, (word) => ({
    thinking: { type: word === 'none' ? 'disabled' : 'enabled' },
    ...(word === 'none' || word === 'default' ? {} : { reasoning_effort: word }),
  }))
}

/** On or off by what the model's template reads: Qwen3 and GLM `enable_thinking`, DeepSeek and Granite `thinking`. */
export const BY_TEMPLATE = byFields(['none', 'default'], (word) => ({
  chat_template_kwargs: { enable_thinking: word !== 'none', thinking: word !== 'none' },
}))

/** `reasoning: {effort}`, and off as a switch of its own. */
export function byReasoningObject(...words: string[]): ModelOptions {
  return byFields(words, (word) => ({ reasoning: word === 'none' ? { enabled: false } : { effort: word } }))
}

/** A model that reasons, by what is documented of it. */
export function reasoner(options: ModelOptions): ModelClaims {
  return { capabilities: { supports_thinking: true }, options }
}
