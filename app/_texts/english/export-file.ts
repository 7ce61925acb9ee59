import type { ExportWords } from '#lib/export/words.ts'
import { formatMoment } from '../export-moment.ts'
import { format } from './format.ts'

/** What stands in exported chats beside what was said. */
export const exportFile: ExportWords = {
  language: 'en',
  untitled: 'New chat',
  you: 'You',
  answer: 'Answer',
  system_prompt: 'System prompt',
  thoughts: 'Thoughts',
  sealed_thoughts: 'Thoughts that the provider keeps sealed',
  tool_call: (name) => `Tool: ${name}`,
  input: 'Input',
  result: 'Result',
  error: 'Error',
  no_result: 'No result',
  picture: 'Picture',
  picture_elsewhere: (address) => `Picture that lies elsewhere, not loaded: ${address}`,
  file_gone: (name) => `Not in this file: ${name}`,
  sources: 'Sources',
  unsupported: (type) => `A part of a kind that this version does not know: ${type}`,
  unreadable: 'This message is damaged and cannot be read.',
  not_finished: 'Not finished',
  stopped: 'Stopped',
  failed: (why) => (why === '' ? 'Failed' : `Failed: ${why}`),
  cost: (usd, isAtLeast) => `${isAtLeast ? 'at least ' : ''}${format.cost(usd)}`,
  index: 'Chats',
  moment: formatMoment('en-GB'),
}
