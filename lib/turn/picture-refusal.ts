import type { Message } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { type SwapRefusal, swapRefusal } from '../routing/swap.ts'
import { type DescribingDeps, type DescriptionPlan, descriptionPlan, undescribed } from './describe-pictures.ts'

type Deps = Pick<DescribingDeps, 'standIns' | 'attachments' | 'models' | 'log' | 'clock'>

/**
 * Why a chat may not go on with a model, and the ways on, with what describing its pictures takes; null where it may, also
 * because somebody has decided already what such a model gets in their place. `presentOf`: the one that the chat is at.
 */
export async function refusedSwap(
  deps: Deps,
  { id, settings }: Pick<Session, 'id' | 'settings'>,
  messages: readonly Message[],
  target: AvailableModel,
  presentOf: () => AvailableModel | undefined | Promise<AvailableModel | undefined>,
): Promise<{ refusal: SwapRefusal; plan: DescriptionPlan | null } | null> {
  const refusal = swapRefusal(messages, target)
  if (!refusal || !target.adapter) return refusal && { refusal, plan: null }
  if (settings.pictures === 'leave_out') return null
  const missing = await undescribed(deps, id, messages)
  if (settings.pictures === 'describe' && missing.pictures.size === 0) return null
  const present = await presentOf()
  const plan = descriptionPlan(deps, missing, present)
  const describer = plan && { model: plan.model, is_present: plan.model.id === present?.id, cost_usd: plan.cost_usd }
  return { refusal: swapRefusal(messages, target, describer) ?? refusal, plan }
}
