import type { LateTexts } from '../texts.ts'

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
  titles_about:
    'Ein Modell liest einmal die erste Frage und Antwort; was das kostet, steht in der Summe des Chats und in seinen Einstellungen. Ein Name, den du vergibst, bleibt.',
  done: 'Fertig',
}
