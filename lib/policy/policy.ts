import { assertNever } from '../assert-never.ts'
import type { ToolUseBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { Principal } from '../principal.ts'

interface InTurn {
  readonly principal: Principal
  readonly session_id: string
  readonly turn_id: string
}

/** What is about to happen, with all that a decision about it may look at. */
export type Moment =
  /** A tool runs: its input fits its schema. Denied, the model gets an error result with the reason. */
  | (InTurn & { readonly at: 'tool'; readonly call: ToolUseBlock; readonly definition: ToolDefinition })
  /**
   * What a person said or a tool gave is stored. Denied, the turn is refused and nothing of it stored, or the model gets an
   * error result in the place of what the tool gave.
   */
  | (InTurn & { readonly at: 'message'; readonly message: Message })
  /** A request goes out to a provider, retries included. Denied, the turn fails with the reason. */
  | (InTurn & {
      readonly at: 'request'
      /** As `provider:name`. */
      readonly model: string
      readonly messages: readonly Message[]
      readonly tools: readonly ToolDefinition[]
      readonly system_prompt: string | null
    })
  /** Something leaves this installation for another place than a provider: an address is opened for a download, each redirect anew. */
  | { readonly at: 'departure'; readonly principal: Principal; readonly kind: 'download'; readonly address: string }

export type Decision =
  | { readonly verdict: 'allow' }
  /** The reason is a sentence for people and models. */
  | { readonly verdict: 'deny'; readonly reason: string }

/** Decides what may happen. One that throws lets nothing happen. */
export interface Policy {
  decide(moment: Moment): Decision | Promise<Decision>
}

const ALLOW: Decision = { verdict: 'allow' }

export const ALLOW_ALL: Policy = { decide: () => ALLOW }

export class PolicyDeniedError extends Error {
  override readonly name = 'PolicyDeniedError'
}

/**
 * Throws a `PolicyDeniedError` where the policy denies; undefined where it has allowed at once, so that a policy which need
 * not wait costs nobody a promise.
 */
export function assertAllowed(policy: Policy, moment: Moment): Promise<void> | undefined {
  const decision = policy.decide(moment)
  return decision instanceof Promise ? decision.then(enforce) : enforce(decision)
}

function enforce(decision: Decision): undefined {
  switch (decision.verdict) {
    case 'allow':
      return undefined
    case 'deny':
      throw new PolicyDeniedError(decision.reason)
    default:
      return assertNever(decision)
  }
}
