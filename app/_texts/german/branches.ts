import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

/** Was sich mit einer Nachricht tun lässt und mit dem, was ihr folgt. */
export const branches: LateTexts['branches'] = {
  more: { question: 'Mehr zu dieser Frage', answer: 'Mehr zu dieser Antwort' },
  delete: { question: 'Frage löschen', answer: 'Antwort löschen' },
  delete_from_here: 'Ab hier löschen',
  map: 'Karte dieses Chats',
  close: 'Schließen',
  question: 'Frage',
  answer: 'Antwort',
  version: (version, total) => `Fassung ${version} von ${total}`,
  folded: (count) => plural(count, '1 Nachricht', `${format.count(count)} Nachrichten`),
  unfold: (count) => plural(count, '1 Nachricht zeigen', `${format.count(count)} Nachrichten zeigen`),
  no_words: 'ohne Worte',
  not_loaded: 'Die Karte ließ sich nicht laden.',
  try_again: 'Noch einmal',
}
