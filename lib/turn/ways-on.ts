import type { Message } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import type { ChainLink } from '../events/catalog.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { SwapOption } from '../routing/swap.ts'
import { descriptionPlan, undescribed } from './describe-pictures.ts'
import { refusedSwap } from './picture-refusal.ts'
import { picturesIn } from './stand-ins.ts'
import type { TurnDeps } from './turn.ts'

/** A question that no model takes as it is, with what was said before it. */
export interface Refused {
  session: Session
  history: readonly Message[]
  question: Message
  present: AvailableModel | undefined
}

/** What a person can do about a turn that was refused, each a step that works; none for what they have to see to themselves. */
export async function waysOn(deps: TurnDeps, refused: Refused, chain: readonly ChainLink[]): Promise<SwapOption[]> {
  const link = chain.find(({ rejection }) => rejection === 'no_vision_support')
  const target = link?.model === undefined ? undefined : deps.models.find(link.model)
  return target ? await pictureWays(deps, refused, target) : []
}

async function pictureWays(
  deps: TurnDeps,
  { session, history, question, present }: Refused,
  target: AvailableModel,
): Promise<SwapOption[]> {
  const found = await refusedSwap(deps, session, [...history, question], target, () => present)
  const offered = found?.refusal.options ?? []
  // Nobody attaches a picture to have it left out.
  const isNew = picturesIn([question]).length > 0
  const options = offered.filter(({ id }) => id === 'describe' || (id === 'leave_out' && !isNew))
  if (found || !isNew) return options
  // Older ones are left out by a decision that was made before this one was attached.
  const plan = descriptionPlan(deps, await undescribed(deps, session.id, [question]), present)
  if (!plan) return []
  const { model, cost_usd } = plan
  return [{ id: 'describe', label: `Have ${model.label} describe it once, then send`, model: model.id, cost_usd }]
}

/** Whether a model that takes no pictures would miss some: those that nobody has decided about, or described. */
export async function needsImages(
  deps: Pick<TurnDeps, 'standIns' | 'attachments' | 'log'>,
  session_id: string,
  { pictures }: Session['settings'],
  history: readonly Message[],
  said: readonly Pick<Message, 'content'>[],
): Promise<boolean> {
  if (pictures === undefined) return picturesIn([...history, ...said]).length > 0
  if (pictures === 'leave_out') return picturesIn(said).length > 0
  // Older ones, too: they may have come from a tool, or while another model answered.
  return (await undescribed(deps, session_id, [...history, ...said])).pictures.size > 0
}
