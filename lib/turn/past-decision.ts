import { textOf } from '../canonical/block.ts'
import type { ConversationFacts } from '../canonical/conversation-facts.ts'
import type { Message } from '../canonical/message.ts'
import { parseTimestamp } from '../canonical/timestamp.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { RouteDecision } from '../routing/chain.ts'
import type { LookedUp } from '../routing/rules/facts-of.ts'
import type { RuleSet } from '../routing/rules/rule-set.ts'
import { type Candidate, candidateOf } from '../routing/validate.ts'
import type { PastTurn } from '../store/past-turn-store.ts'
import { decideTurn } from './route.ts'
import { withoutOverrides } from './turn-request.ts'

/** What answered a turn was able to, whatever is known of it today. */
const ABLE: Omit<Candidate, 'id'> = {
  configured: true,
  unavailable: null,
  capabilities: {
    supports_images: true,
    supports_tools: true,
    supports_system_prompt: true,
    supports_structured_output: true,
    max_context_tokens: Number.MAX_SAFE_INTEGER,
  },
}

/**
 * Whether rules have a say in it: not where a person asked for a model, and not where the rule of a spent budget did, which goes
 * before those of the installation.
 */
export function isUpToRules({ routing: { mode, rule_name } }: PastTurn): boolean {
  return mode === 'default' || (mode === 'rule' && typeof rule_name === 'string')
}

export interface PastConversation {
  question: Message
  conversation: ConversationFacts
  /** Those that would be offered today. */
  tools: readonly ToolDefinition[]
}

/** Decides a turn of the past by other rules, with the default model of then, as if every model could be reached. */
export function decideAgain(
  turn: PastTurn,
  { question, conversation, tools }: PastConversation,
  { models, set, looked }: { models: ModelDirectory; set: RuleSet; looked: LookedUp },
): RouteDecision {
  const { decided, folder, routing, system_prompt, started_at } = turn
  const defaultThen = decided?.chain.find(({ policy }) => policy === 'global_default')?.model
  return decideTurn({
    override: null,
    active_model: null,
    turn: {
      message: withoutOverrides([question])
        .map(({ content }) => textOf(content))
        .join(''),
      conversation,
      folder,
      tools,
      estimated_input_tokens: decided?.estimated_input_tokens ?? 0,
    },
    system_prompt,
    rules: { set, looked: { ...looked, now: parseTimestamp(started_at) } },
    default_model: defaultThen ?? (models.defaultModel || null),
    candidate(id) {
      if (id === routing.chosen_model) return { ...ABLE, id }
      const model = models.find(id)
      return model && candidateOf(model, null)
    },
  })
}
