import { countImages } from '../canonical/conversation-facts.ts'
import type { Message } from '../canonical/message.ts'
import type { AvailableModel } from '../models/model-directory.ts'

/** A way on from a refused swap (design §3.17), for the user to pick. */
export interface SwapOption {
  id: 'leave_out' | 'describe' | 'stay' | 'brief' | 'branch' | 'leave_out_file' | 'larger_window'
  label: string
  /** The one that would be asked, as `provider:name`. */
  model?: string
  /** What that would cost, about: decimal, null without a price. */
  cost_usd?: string | null
  /** The last message that would be summed up. */
  up_to?: string
  /** The question that a branch would begin with, which is the how manieth, and what the next request then is, about. */
  from?: { message_id: string; turn: number; tokens: number }
  /** What would not be sent any more. */
  file?: { name: string; data: string; tokens: number }
}

/** Who can describe the pictures of a conversation. */
export interface Describer {
  model: Pick<AvailableModel, 'id' | 'label'>
  /** It is the one that the conversation is at. */
  is_present: boolean
  cost_usd: string | null
}

export interface SwapRefusal {
  reason: string
  options: SwapOption[]
}

export const STAY: SwapOption = { id: 'stay', label: 'Stay with the present model' }

/**
 * Why a session may not change to this model, or `null` when it may. Beside a model that cannot be asked only pictures forbid
 * it (canonical-message-format §8.4): whatever else it lacks is left out or put into words, and recorded with the request.
 */
export function swapRefusal(
  messages: readonly Message[],
  { label, adapter, capabilities }: Pick<AvailableModel, 'label' | 'adapter' | 'capabilities'>,
  describer: Describer | null = null,
): SwapRefusal | null {
  if (!adapter) {
    return {
      reason: `${label} has no key and no address: set them in the environment and start again.`,
      options: [STAY],
    }
  }
  if (capabilities.supports_images) return null
  const images = messages.reduce((count, message) => count + countImages(message.content), 0)
  if (images === 0) return null
  const [pictures, them] = images === 1 ? ['a picture', 'it'] : [`${images} pictures`, 'them']
  return {
    reason: `The conversation holds ${pictures}, and this model takes none.`,
    options: [
      {
        id: 'leave_out',
        label: `Change, and leave ${them} out: a note stands in ${images === 1 ? 'its' : 'their'} place`,
      },
      ...(describer ? [describing(describer, them)] : []),
      STAY,
    ],
  }
}

function describing({ model, is_present, cost_usd }: Describer, them: string): SwapOption {
  const who = is_present ? 'the present model' : model.label
  return { id: 'describe', label: `Have ${who} describe ${them} once, then change`, model: model.id, cost_usd }
}
