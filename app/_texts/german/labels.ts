import type { LateTexts } from '../texts.ts'
import { format } from './format.ts'

export const labels: LateTexts['labels'] = {
  title: 'Ordner und Tags',
  folder: 'Ordner',
  none: 'Keiner',
  tags: 'Tags',
  remove: (name) => `${name} entfernen`,
  add: 'Hinzufügen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  not_kept: 'Das ließ sich nicht speichern.',
  titles: 'Titel der Chats',
  named_by: 'Einen neuen Chat benennen',
  first_words: 'die ersten Worte seiner Frage',
  own_model: 'sein eigenes Modell',
  title_free: 'Das kostet nichts.',
  title_free_model: 'Dieses Modell kostet nichts.',
  title_cost: (usual, most, read, written, most_written) =>
    `≈\u00a0${usual} je Titel: etwa ${format.count(read)} Tokens werden gelesen und ${format.count(written)} geschrieben. Höchstens ≈\u00a0${most}, von einem Modell, das ${format.count(most_written)} Tokens lang nachdenkt.`,
  title_unpriced: (read, written, most_written) =>
    `Dieses Modell hat keinen Preis. Für einen Titel werden etwa ${format.count(read)} Tokens gelesen und ${format.count(written)} geschrieben, höchstens ${format.count(most_written)}.`,
  title_of_chat: (read, written, most_written) =>
    `Für einen Titel werden etwa ${format.count(read)} Tokens gelesen und ${format.count(written)} geschrieben, höchstens ${format.count(most_written)}, zum Preis des Modells des Chats.`,
  titles_about:
    'Ein Modell liest einmal die erste Frage und Antwort; was das kostet, steht in der Summe des Chats und in seinen Einstellungen. Ein Name, den du vergibst, bleibt.',
  done: 'Fertig',
}
