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
  titles_about:
    'A model reads the first question and answer once, and what that costs is in the sum of the chat and in its settings. A name that you give stays.',
  done: 'Done',
}
