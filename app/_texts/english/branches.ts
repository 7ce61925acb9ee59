import { format, plural } from './format.ts'

/** What can be done with a message and with what follows it. */
export const branches = {
  more: { question: 'More about this question', answer: 'More about this answer' },
  delete: { question: 'Delete question', answer: 'Delete answer' },
  delete_from_here: 'Delete from here on',
  map: 'Map of this chat',
  close: 'Close',
  question: 'Question',
  answer: 'Answer',
  version: (version: number, total: number) => `version ${version} of ${total}`,
  folded: (count: number) => plural(count, '1 message', `${format.count(count)} messages`),
  unfold: (count: number) => plural(count, 'Show 1 message', `Show ${format.count(count)} messages`),
  no_words: 'without words',
  not_loaded: 'The map could not be loaded.',
  try_again: 'Try again',
}
