import type { ExportWords } from '#lib/export/words.ts'
import { formatMoment } from '../export-moment.ts'
import { format } from './format.ts'

export const exportFile: ExportWords = {
  language: 'de',
  untitled: 'Neuer Chat',
  you: 'Du',
  answer: 'Antwort',
  system_prompt: 'Systemprompt',
  thoughts: 'Gedanken',
  sealed_thoughts: 'Gedanken, die der Anbieter versiegelt hat',
  tool_call: (name) => `Werkzeug: ${name}`,
  input: 'Eingabe',
  result: 'Ergebnis',
  error: 'Fehler',
  no_result: 'Kein Ergebnis',
  picture: 'Bild',
  picture_elsewhere: (address) => `Bild, das anderswo liegt, nicht geladen: ${address}`,
  file_gone: (name) => `Nicht in dieser Datei: ${name}`,
  sources: 'Quellen',
  unsupported: (type) => `Ein Teil einer Art, die diese Version nicht kennt: ${type}`,
  unreadable: 'Diese Nachricht ist beschädigt und lässt sich nicht lesen.',
  not_finished: 'Nicht fertig geworden',
  stopped: 'Angehalten',
  failed: (why) => (why === '' ? 'Fehlgeschlagen' : `Fehlgeschlagen: ${why}`),
  cost: (usd, isAtLeast) => `${isAtLeast ? 'mindestens ' : ''}${format.cost(usd)}`,
  index: 'Chats',
  moment: formatMoment('de-DE'),
}
