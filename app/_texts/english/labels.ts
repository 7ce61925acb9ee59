import { format } from './format.ts'

/** The dialogs of the list of chats. */
export const labels = {
  title: 'Folder and tags',
  folder: 'Folder',
  none: 'None',
  tags: 'Tags',
  remove: (name: string) => `Remove ${name}`,
  add: 'Add',
  cancel: 'Cancel',
  save: 'Save',
  not_kept: 'It could not be kept.',
  titles: 'Titles of chats',
  named_by: 'A new chat is named by',
  first_words: 'the first words of its question',
  own_model: 'its own model',
  title_free: 'That costs nothing.',
  title_free_model: 'This model costs nothing.',
  title_cost: (usual: string, most: string, read: number, written: number, most_written: number) =>
    `≈\u00a0${usual} a title: about ${format.count(read)} tokens are read and ${format.count(written)} written. ≈\u00a0${most} at most, by a model that thinks for ${format.count(most_written)} tokens.`,
  title_unpriced: (read: number, written: number, most_written: number) =>
    `This model has no price. A title takes about ${format.count(read)} tokens read and ${format.count(written)} written, ${format.count(most_written)} at most.`,
  title_of_chat: (read: number, written: number, most_written: number) =>
    `A title takes about ${format.count(read)} tokens read and ${format.count(written)} written, ${format.count(most_written)} at most, at the price of the model of the chat.`,
  titles_about:
    'A model reads the first question and answer once, and what that costs is in the sum of the chat and in its settings. A name that you give stays.',
  done: 'Done',
}
