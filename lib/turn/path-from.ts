import type { Message } from '../canonical/message.ts'

/** What is left of a conversation that begins with its message of this index: that, all after it, and the instructions. */
export function pathFrom(path: readonly Message[], start: number): Message[] {
  return path.filter(({ role }, index) => index >= start || role === 'system')
}
