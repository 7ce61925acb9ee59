import type { ExportFault } from '#lib/api/verification.ts'
import { format, plural } from './format.ts'

/** Whether an export is what it was; for the page and the command. */
export const verification = {
  title: 'Verify an export or a shared page',
  about:
    'Whether a lossless export, or the copy that you kept of a shared page, is what it was when it was written, and if not, which messages differ. The file goes to this server, is read and not kept. npm run verify does the same without a server.',
  choose: 'Choose a file to verify…',
  sending: (percent: number) => `Sending: ${percent} %`,
  reading: 'Reading it…',
  stop: 'Stop',
  unchanged: (since: string) => `Unchanged since ${since}.`,
  changed: (since: string, faults: number) =>
    `Changed since ${since}: ${plural(faults, 'one thing differs', `${format.count(faults)} things differ`)}.`,
  holds: (chats: number, messages: number, version: string | null) =>
    version === null
      ? `A shared conversation of ${plural(messages, '1 message', `${format.count(messages)} messages`)}`
      : `${plural(chats, '1 chat', `${format.count(chats)} chats`)} with ${plural(messages, '1 message', `${format.count(messages)} messages`)}, exported by Metis ${version}`,
  fingerprint: 'Fingerprint',
  fingerprint_about:
    'Whoever changes a file can change its hashes along. If you noted the fingerprint elsewhere, compare it: it is another then.',
  more: (count: number) => `and ${format.count(count)} more`,
  moment: (iso: string) => momentOf(iso),
  /** Where it is. */
  place: (path: string, title?: string | null) => (title ? `“${title}” (${path})` : String(path)),
  fault: (fault: ExportFault): string => {
    switch (fault.problem) {
      case 'missing':
        return 'is not in the export'
      case 'unlisted':
        return 'was not there when the export was written'
      case 'damaged':
        return 'cannot be read to its end'
      case 'changed':
        return 'is not what it was'
      case 'message_changed':
        return `message ${messageOf(fault)} differs`
      case 'message_misplaced':
        return `message ${messageOf(fault)} stands where it did not`
      case 'line_unreadable':
        return `line ${fault.line} cannot be read: ${fault.reason}`
      case 'messages_missing':
        return `${format.count(fault.found)} of ${format.count(fault.expected)} messages are left`
      case 'messages_added':
        return `${plural(fault.found, '1 message', `${format.count(fault.found)} messages`)} where there were ${format.count(fault.expected)}`
      case 'conversation_changed':
        return 'its messages are others, and their hashes were changed along with them'
      default:
        return fault satisfies never
    }
  },
}

function messageOf({ number, at, message_id }: { number: number; at: string | null; message_id: string }): string {
  return `${number} (${at === null ? '' : `${momentOf(at)}, `}${message_id})`
}

/** As it stands there, where that is no time. */
function momentOf(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.moment(date)
}
