import { format, plural } from './format.ts'

/** Chats as files. */
export const exports = {
  title: 'Export this chat',
  verify: 'Verify an export that you have',
  format: 'Format',
  formats: {
    ndjson: {
      label: 'Everything, lossless',
      about: 'A zip with every branch, call and cost, and the uploads. It can be verified, and loses nothing.',
    },
    markdown: {
      label: 'Markdown',
      about: 'What is shown, as text. Pictures and documents go beside it, in a zip.',
    },
    html: {
      label: 'A page to read',
      about: 'What is shown, with its pictures in it. It opens in any browser, loads nothing, and prints.',
    },
    wire: {
      label: 'What a model is sent',
      about: 'The request that would go out now, as JSON: repaired and laid out for one provider.',
    },
  },
  wire_type: 'As sent to',
  own_wire: 'its own model',
  cancel: 'Cancel',
  download: 'Download',
  everything: 'Export everything',
  everything_about: 'All of your chats, the archive too, as one zip. Keys of providers are never in it.',
  stop: 'Stop',
  begins: 'Begins…',
  so_far: (chats: number, of: number, bytes: number) =>
    `${format.count(chats)} of ${plural(of, '1 chat', `${format.count(of)} chats`)}, ${format.size(bytes)} so far`,
  done: (chats: number, bytes: number) =>
    `Done: ${plural(chats, '1 chat', `${format.count(chats)} chats`)}, ${format.size(bytes)}.`,
  stopped: 'Stopped. What was downloaded is no whole file.',
  failed: 'It broke off, and what was downloaded is no whole file. The log of the server says why.',
}
