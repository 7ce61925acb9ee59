import { plural } from './format.ts'

/** Where answers to one question stand side by side. */
export const compare = {
  comparison: 'Comparison',
  side_by_side: 'Side by side',
  back: 'Back to the conversation',
  another_model: 'Another model',
  which: 'Which answer is shown',
  kept: (count: number) =>
    plural(
      count,
      'It stays in the chat.',
      'All of them stay in the chat as versions of one question, whichever you go on with.',
    ),
  answer: 'Answer',
  version: 'Version',
  gone: 'This version is not here. It may have been deleted.',
  writing: 'writing',
  stop: 'Stop this one',
  stopping: 'Stopping',
  go_on: 'Go on with this',
  go_on_later: 'Once the others have ended, or are stopped',
  copy: (model: string) => `Copy the answer of ${model}`,
  took: 'What each answer took',
  measured: 'Measured',
  difference: 'Difference',
  read: 'Read',
  wrote: 'Wrote, thinking included',
  words: 'Words',
  duration: 'Whole answer',
  cost: 'Cost',
}
