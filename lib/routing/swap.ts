import { countImages } from '../canonical/conversation-facts.ts'
import type { Message } from '../canonical/message.ts'
import type { AvailableModel } from '../models/model-directory.ts'

/** A way on from a refused swap (design §3.17), for the user to pick. */
export interface SwapOption {
  id: 'leave_out' | 'describe' | 'stay'
  label: string
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
      { id: 'describe', label: `Have the present model describe ${them} once, then change` },
      STAY,
    ],
  }
}
