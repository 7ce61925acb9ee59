import { isKnownBlock } from '../canonical/block.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { Message } from '../canonical/message.ts'
import { countImages } from './need.ts'

/** A way on from a refused swap (design §3.17), for the user to pick. */
export interface SwapOption {
  id: 'leave_out' | 'describe' | 'stay'
  label: string
}

export interface SwapRefusal {
  reason: string
  options: SwapOption[]
}

const STAY: SwapOption = { id: 'stay', label: 'Stay with the present model' }

/**
 * Why a session may not change to a model with these capabilities, or `null` when it may. Only pictures forbid it
 * (canonical-message-format §8.4): whatever else the model lacks is left out or put into words (`swapLosses`).
 */
export function swapRefusal(messages: readonly Message[], capabilities: AdapterCapabilities): SwapRefusal | null {
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

/** Something in the history that a model will not get as it is. */
export interface SwapLoss {
  what: 'thinking' | 'tool_calls' | 'system_prompt' | 'unknown_blocks'
  count: number
  reason: string
}

/** What a change that is allowed leaves behind or changes, for the user to know before sending. */
export function swapLosses(
  messages: readonly Message[],
  target: { id: string; capabilities: AdapterCapabilities },
): SwapLoss[] {
  const count = (counts: (message: Message) => number) => messages.reduce((sum, message) => sum + counts(message), 0)
  const blocks = (message: Message, ...types: string[]) =>
    message.content.filter((block) => types.includes(block.type)).length

  const losses: SwapLoss[] = [
    {
      what: 'thinking',
      count: count((message) =>
        message.metadata.model === target.id && target.capabilities.supports_thinking
          ? 0
          : blocks(message, 'thinking', 'redacted_thinking'),
      ),
      reason: 'Thinking goes back only to the model that thought it.',
    },
    {
      what: 'tool_calls',
      count: target.capabilities.supports_tools ? 0 : count((message) => blocks(message, 'tool_use')),
      reason: 'The model has no tools: calls and their results are sent as text.',
    },
    {
      what: 'system_prompt',
      count: target.capabilities.supports_system_prompt ? 0 : count((message) => (message.role === 'system' ? 1 : 0)),
      reason: 'The model takes no system prompt.',
    },
    {
      what: 'unknown_blocks',
      count: count((message) => message.content.filter((block) => !isKnownBlock(block)).length),
      reason: 'This version does not know what they are, so no model gets them.',
    },
  ]
  return losses.filter((loss) => loss.count > 0)
}
