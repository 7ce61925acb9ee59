import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

export const verification: LateTexts['verification'] = {
  title: 'Einen Export oder eine geteilte Seite prüfen',
  about:
    'Ob ein verlustfreier Export, oder die Kopie einer geteilten Seite, noch so ist wie damals, und wenn nicht, welche Nachrichten abweichen. Die Datei geht an diesen Server, wird gelesen und nicht aufgehoben. npm run verify tut dasselbe ohne Server.',
  choose: 'Datei zum Prüfen wählen…',
  sending: (percent) => `Wird gesendet: ${percent} %`,
  reading: 'Wird gelesen…',
  stop: 'Stopp',
  unchanged: (since) => `Unverändert seit ${since}.`,
  changed: (since, faults) =>
    `Verändert seit ${since}: ${plural(faults, 'Eine Stelle weicht ab', `${format.count(faults)} Stellen weichen ab`)}.`,
  holds: (chats, messages, version) =>
    version === null
      ? `Ein geteiltes Gespräch mit ${plural(messages, '1 Nachricht', `${format.count(messages)} Nachrichten`)}`
      : `${plural(chats, '1 Chat', `${format.count(chats)} Chats`)} mit ${plural(messages, '1 Nachricht', `${format.count(messages)} Nachrichten`)}, exportiert von Metis ${version}`,
  fingerprint: 'Fingerabdruck',
  fingerprint_about:
    'Wer eine Datei ändert, kann ihre Prüfsummen mitändern. Wenn du den Fingerabdruck anderswo notiert hast, vergleiche ihn: Dann ist er ein anderer.',
  more: (count) => `und ${format.count(count)} weitere`,
  moment: (iso) => momentOf(iso),
  place: (path, title) => (title ? `„${title}“ (${path})` : String(path)),
  fault: (fault) => {
    switch (fault.problem) {
      case 'missing':
        return 'fehlt im Export'
      case 'unlisted':
        return 'war nicht da, als der Export geschrieben wurde'
      case 'damaged':
        return 'lässt sich nicht bis zum Ende lesen'
      case 'changed':
        return 'ist nicht mehr, was es war'
      case 'message_changed':
        return `Nachricht ${messageOf(fault)} weicht ab`
      case 'message_misplaced':
        return `Nachricht ${messageOf(fault)} steht, wo sie nicht stand`
      case 'line_unreadable':
        return `Zeile ${fault.line} lässt sich nicht lesen: ${fault.reason}`
      case 'messages_missing':
        return `${format.count(fault.found)} von ${format.count(fault.expected)} Nachrichten sind noch da`
      case 'messages_added':
        return `${plural(fault.found, '1 Nachricht', `${format.count(fault.found)} Nachrichten`)} statt ${format.count(fault.expected)}`
      case 'conversation_changed':
        return 'die Nachrichten sind andere, und ihre Prüfsummen wurden mitgeändert'
      default:
        return fault satisfies never
    }
  },
}

function messageOf({ number, at, message_id }: { number: number; at: string | null; message_id: string }): string {
  return `${number} (${at === null ? '' : `${momentOf(at)}, `}${message_id})`
}

function momentOf(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.moment(date)
}
