import { format, plural } from './format.ts'

/** The pages of settings. */
export const settings = {
  skip: 'Skip to the settings',
  title: 'Settings',
  back: 'Back to chats',
  administration: 'Administration',
  account: 'Account',
  keys: 'Providers and keys',
  keys_about: {
    environment:
      'Keys are stored encrypted on this server, under METIS_SECRET. They are sent to their provider alone and never shown again, only their last four characters.',
    file: 'Keys are stored encrypted on this server, under a secret in the file “secret” beside the data. They are sent to their provider alone and never shown again, only their last four characters.',
  },
  providers_not_loaded: 'The providers could not be loaded.',
  try_again: 'Try again',
  set_up: 'Set up',
  not_set_up: 'Not set up',
  add_provider: 'Add a provider',
  no_address: 'no address',
  no_key: 'no key',
  a_key: 'a key',
  key_ends: (hint: string) => `ends ${hint}`,
  not_used: 'not used yet',
  used: (when: string) => `used ${when}`,
  from_environment: (variable: string | null, used: string) =>
    `from the environment${variable === null ? '' : ` (${variable})`}, ${used}`,
  from_models_file: (used: string) => `from models.yaml, ${used}`,
  added: (when: string, used: string) => `added ${when}, ${used}`,
  own_address: 'Everybody has an address of their own here.',
  usual_address: (address: string) => `It usually is at ${address}.`,
  test: 'Test',
  test_of: (provider: string) => `Test ${provider}`,
  remove: 'Remove',
  remove_of: (provider: string) => `Remove ${provider}`,
  add_address: 'Add address',
  change_address: 'Change address',
  add_key: 'Add key',
  replace_key: 'Replace key',
  edit_of: (deed: string, provider: string) => `${deed} of ${provider}`,
  tried_first: 'It is tried before the one that is there is replaced.',
  where_to_get: (provider: string) => `Where to get a key of ${provider}`,
  asking: 'Asking…',
  works: (message: string) => `Works. ${message}`,
  models: 'Models',
  models_about:
    'Which model a new chat begins with, and which ones the picker shows. Kept in this browser; whoever searches the picker finds them all.',
  begin_with: 'New chats begin with',
  automatic: 'Automatic',
  automatic_now: (model: string) => `Automatic, now ${model}`,
  what_models_can: 'What each model can do',
  model: 'Model',
  window: 'Window',
  prices: 'Price per million tokens',
  pictures: 'Pictures',
  tools: 'Tools',
  thinking: 'Thinking',
  in_picker: 'In the picker',
  in_picker_of: (model: string) => `${model} in the picker`,
  assumed: 'assumed',
  yes: 'yes',
  no: 'no',
  efforts: (count: number) => plural(count, '1 effort', `${count} efforts`),
  presets: 'Presets',
  appearance: 'Appearance',
  appearance_about: 'Kept in this browser, and used at once.',
  theme: 'Theme',
  themes: {
    system: { label: 'As the system', about: 'Light by day and dark by night, where the system does so' },
    light: { label: 'Light', about: 'Dark ink on paper' },
    dark: { label: 'Dark', about: 'Light ink on a dark ground' },
  },
  density: 'Density',
  densities: {
    comfortable: { label: 'Comfortable', about: 'Room between rows and turns' },
    compact: { label: 'Compact', about: 'Lower rows and smaller text; nothing is hidden' },
  },
  reading: 'Conversations',
  readings: {
    serif: { label: 'With serifs', about: 'Conversations are set as in a book' },
    sans: { label: 'Without serifs', about: 'Conversations are set as the rest of the product' },
  },
  reading_sample: 'A sentence of a conversation looks like this: the next model reads what was said before.',
  language: 'Language',
  language_browser: 'As the browser',
  language_browser_about: 'The first of its languages that is spoken here, else English',
  data: 'Data',
  own_data_about: 'What you have here: as files to take along, in this browser, and gone for good.',
  data_about: 'All of it is yours, and on this machine unless it says otherwise here.',
  folder: 'Folder',
  folder_size: 'Size of the folder',
  chats: 'Chats',
  in_folder: ['in ', ' in that folder'] as [before: string, after: string],
  on_server: 'on the database server ',
  chat_files: 'Files of chats',
  chat_files_place: 'in the folder “attachments” there',
  stored_keys: 'Keys',
  keys_under: {
    environment: 'in the database, encrypted under METIS_SECRET',
    file: 'in the database, encrypted under the file “secret” in that folder',
  },
  version: 'Version',
  outbound: 'What goes to providers',
  outbound_about:
    'Messages and what tools answered can be looked through for keys, passwords, e-mail addresses, cards and phone numbers before they are sent. Files, thoughts and what tools are asked are not.',
  outbound_choices: {
    off: { label: 'Send as it is' },
    warn: {
      label: 'Note what was found',
      about: 'It is sent as it is, and what was found is recorded with the answer.',
    },
    mask: {
      label: 'Mask what was found',
      about: 'The provider gets words in its place. The chat keeps what you wrote.',
    },
  },
  in_browser: 'In this browser',
  keep_chats: 'Keep the chats that I open, so that they can be read while the server is away',
  kept: (chats: number, bytes: number) =>
    `${plural(chats, '1 chat', `${chats} chats`)} kept here, ${format.size(bytes)} with the files of the page. Temporary chats never are, and a chat that is deleted is gone from here, too.`,
  nothing_kept: 'Nothing is kept here. Drafts and messages that wait stay in this browser all the same.',
  all_chats: 'Delete all chats',
  all_none: 'There are no chats.',
  all_about: (chats: number, running: number) =>
    [
      `You have ${plural(chats, '1 chat', `${format.count(chats)} chats`)}, the archive included. For an hour they can be brought back here; then they are removed for good, with their messages. What they cost stays counted.`,
      running === 0
        ? ''
        : ` ${plural(running, 'In one of them an answer is being written: it is stopped first.', `In ${running} of them answers are being written: they are stopped first.`)}`,
    ].join(''),
  all_delete: (chats: number) => plural(chats, 'Delete the chat…', `Delete all ${format.count(chats)} chats…`),
  all_type: (chats: number) => `Type ${chats} to say that you mean it.`,
  all_delete_now: 'Delete all',
  all_deleting: 'Deleting…',
  all_keep: 'Keep them',
  all_deleted: (chats: number, left: number) =>
    [
      plural(chats, '1 chat was deleted.', `${format.count(chats)} chats were deleted.`),
      left === 0 ? '' : ` ${plural(left, 'One stayed', `${left} stayed`)}, because an answer had just begun.`,
    ].join(''),
  all_restored: (chats: number) => plural(chats, '1 chat is back.', `${format.count(chats)} chats are back.`),
  all_deletions: 'Deleted in the last hour',
  all_deletion: (chats: number, time: string) =>
    `${plural(chats, '1 chat', `${format.count(chats)} chats`)}, deleted at ${time}`,
  all_restore: 'Bring back',
  all_restore_of: (chats: number, time: string) =>
    `Bring back ${plural(chats, '1 chat', `${format.count(chats)} chats`)}, deleted at ${time}`,
  shortcuts: 'Shortcuts',
  shortcuts_about: 'What the keys do. A key that is typed into a field stays in it, but for those with Ctrl or ⌘.',
  not_found: 'Not found',
  no_page: 'There is no page here',
  no_page_about: 'The address may not be complete.',
  to_chats: 'Go to your chats',
  start: [
    {
      title: 'You see what goes over',
      about:
        'Which turns go whole, which in brief, what stays behind and why. Where a model cannot go on as it is, you get the steps with which it can.',
    },
    {
      title: 'Every answer says what it took',
      about:
        'Tokens read, from the cache and written, the time, and the price of that day to the last digit. What has no price is never called free.',
    },
    {
      title: 'Nothing is thrown away',
      about:
        'Asked again, edited, compared: each version stays as a branch. Close the tab in the middle of an answer, and it goes on being written.',
    },
  ] as [StartPart, StartPart, StartPart],
  start_strip: { receives: 'The next model would receive', whole: 'whole', brief: 'in brief', left: 'left behind' },
  start_answer: 'An answer',
}

interface StartPart {
  title: string
  about: string
}
