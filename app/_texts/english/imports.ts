import { productName } from '#lib/import/product.ts'
import { format, plural } from './format.ts'

const chats = (count: number) => plural(count, '1 chat', `${format.count(count)} chats`)
const messages = (count: number) => plural(count, '1 message', `${format.count(count)} messages`)

/** What people bring along from elsewhere. */
export const imports = {
  title: 'Import',
  /** Of a chat that began elsewhere. */
  imported_chat: (source: string, day: string) => `Imported from ${productName(source) ?? 'elsewhere'}, ${day}`,
  about: (products: string) =>
    `An export of Metis, of ${products} and others, as the zip or JSON file that you got. First you see what is in it; nothing is created before you say so, and all of it can be taken back.`,
  choose: 'Choose a file…',
  drop: 'or drop it here',
  sending: (percent: number) => `Sending the file, ${percent} %`,
  stop_sending: 'Stop',
  list: 'Imports',
  from_metis: 'An export of Metis',
  from_product: (product: string) => `From ${product}`,
  unknown_source: 'A file',
  from_file: (name: string, size: string) => `${name}, ${size}`,
  reading: 'Looking what is in it…',
  applying: (done: number, of: number) => `${format.count(done)} of ${format.count(of)} are there`,
  undoing: (done: number, of: number) => `${format.count(done)} of ${format.count(of)} are taken back`,
  will_create: (count: number) => `${chats(count)} will be created.`,
  nothing_new: 'There is nothing new in it.',
  holds: (said: number, branches: number, tool_calls: number, files: number, calls: number) =>
    [
      messages(said),
      branches > 0 && plural(branches, '1 more branch', `${format.count(branches)} more branches`),
      tool_calls > 0 && plural(tool_calls, '1 tool call', `${format.count(tool_calls)} tool calls`),
      files > 0 && plural(files, '1 picture or document', `${format.count(files)} pictures and documents`),
      calls > 0 && plural(calls, '1 call with its cost', `${format.count(calls)} calls with their costs`),
    ]
      .filter((part) => part !== false)
      .join(', '),
  here: (count: number) => `${chats(count)} here already, and the same: left alone.`,
  taken: (count: number) => `${chats(count)} under new ids, because theirs are in use or were deleted here.`,
  presets: (count: number) => plural(count, '1 preset', `${format.count(count)} presets`),
  take_settings: 'Take over the settings in it as well',
  conflicts: (count: number) => `${chats(count)} here already, and different`,
  conflict_choice: 'What becomes of chats that are different here',
  conflict_choices: {
    skip: { label: 'Leave mine as they are', about: 'What is in the file is passed over.' },
    copy: { label: 'Import them as copies', about: 'Both are here then.' },
  },
  bad: (count: number) => `${plural(count, '1 chat cannot', `${format.count(count)} chats cannot`)} be imported`,
  left_out: (count: number) => `${plural(count, '1 part was', `${format.count(count)} parts were`)} left out`,
  untitled: 'Untitled',
  losses: 'Does not come along, or comes in another form',
  loss: {
    unsupported: (count: number) =>
      plural(
        count,
        '1 part of a kind that Metis does not have: kept, but not shown',
        `${format.count(count)} parts of kinds that Metis does not have: kept, but not shown`,
      ),
    unreadable: (count: number) =>
      plural(count, '1 message that cannot be read', `${format.count(count)} messages that cannot be read`),
    missing_file: (count: number) =>
      plural(count, '1 file that is not in the export', `${format.count(count)} files that are not in the export`),
    remote_file: (count: number) =>
      plural(
        count,
        '1 picture that stays at its address',
        `${format.count(count)} pictures that stay at their addresses`,
      ),
    sandbox_link: (count: number) =>
      plural(
        count,
        '1 link to a file that only the other product has',
        `${format.count(count)} links to files that only the other product has`,
      ),
    audio: (count: number) =>
      plural(
        count,
        '1 recording; what was said in it stays',
        `${format.count(count)} recordings; what was said in them stays`,
      ),
    video: (count: number) => plural(count, '1 video', `${format.count(count)} videos`),
    hidden: (count: number) =>
      plural(
        count,
        '1 message that was not shown there either',
        `${format.count(count)} messages that were not shown there either`,
      ),
    private_context: (count: number) =>
      plural(
        count,
        '1 note of what the product remembered of you',
        `${format.count(count)} notes of what the product remembered of you`,
      ),
    citation: (count: number) =>
      plural(
        count,
        '1 mark of a source that the export does not name',
        `${format.count(count)} marks of sources that the export does not name`,
      ),
    broken_link: (count: number) =>
      plural(
        count,
        '1 message that follows none: it begins a branch',
        `${format.count(count)} messages that follow none: they begin branches`,
      ),
    repeated_id: (count: number) =>
      plural(count, '1 message that is there twice', `${format.count(count)} messages that are there twice`),
    draft: (count: number) =>
      plural(count, '1 text that was never sent', `${format.count(count)} texts that were never sent`),
    deleted: (count: number) =>
      plural(
        count,
        '1 message or chat that you had deleted',
        `${format.count(count)} messages or chats that you had deleted`,
      ),
    project: (count: number) =>
      plural(
        count,
        '1 chat of a project whose name is not in the export',
        `${format.count(count)} chats of projects whose names are not in the export`,
      ),
    thread: (count: number) =>
      plural(
        count,
        '1 question that stands alone: the export does not say what belongs together',
        `${format.count(count)} questions that stand alone: the export does not say what belongs together`,
      ),
    interrupted: (count: number) =>
      plural(
        count,
        '1 answer that was still being written: it ends there',
        `${format.count(count)} answers that were still being written: they end there`,
      ),
    repriced: (count: number) =>
      plural(
        count,
        '1 call that was repriced: what it was billed stays',
        `${format.count(count)} calls that were repriced: what they were billed stays`,
      ),
    refused_file: (count: number) =>
      plural(
        count,
        '1 file of a kind that cannot be uploaded here',
        `${format.count(count)} files of kinds that cannot be uploaded here`,
      ),
  },
  loss_detail: (loss: string, detail: string) => `${loss} (${detail})`,
  apply: 'Import',
  go_on: 'Go on',
  throw_away: 'Throw away',
  stop_and_undo: 'Stop and take back',
  created: (count: number) => `${chats(count)} imported.`,
  kept: (count: number) => `${chats(count)} stayed, because you went on with them.`,
  to_chats: 'To the chats',
  show_chats: 'What was imported',
  undo: 'Take back…',
  undo_of: (name: string) => `Take back the import of ${name}`,
  undo_sure: (count: number) => `All that came with it is deleted: ${chats(count)}. What you had before stays.`,
  undo_changed: (count: number) => `${chats(count)} changed since. Without these:`,
  undo_even_changed: 'Delete those, too',
  undo_keep: 'Keep all',
  undo_now: 'Take back',
  undone: 'All of it was taken back.',
  remove: 'Remove from this list',
  remove_of: (name: string) => `Remove ${name} from this list`,
  failed: 'It did not work.',
  /** What the server says of the file, in the language of the reader. */
  failures: {
    unknown_format: (message: string) => sentence(message),
    bad_file: (message: string) => sentence(message),
    storage: (message: string) => sentence(message),
    file_gone: () => 'The file is not on the server any more: give it once more.',
    internal: () => 'Something went wrong on the server; its log says what.',
  },
}

/** The server's words as a sentence. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
