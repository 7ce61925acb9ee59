import { format, plural } from './format.ts'

/** Shared conversations: their page, the dialog that makes one, and the list of one's own. */
export const shares = {
  conversation: 'Shared conversation',
  conversation_below: 'shared conversation',
  a_model: 'A model',
  answers: (count: number) => plural(count, '1 answer', `${format.count(count)} answers`),
  ends_on: (day: string) => `Ends ${day}`,
  system_prompt: 'System prompt',
  parts_hidden: (count: number) =>
    plural(count, 'One part was not shared.', `${format.count(count)} parts were not shared.`),
  check_models: 'Models make mistakes: check what matters.',
  link_to_message: 'Link to this message',
  broke_off: 'The answer broke off.',
  failed: 'There was no answer.',
}
