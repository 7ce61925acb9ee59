import type { AdminTexts } from '../admin-texts.ts'

export const administration: AdminTexts['administration'] = {
  skip: 'Zur Seite springen',
  title: 'Verwaltung',
  back: 'Zurück zu den Chats',
  usage: 'Nutzung',
  prices: 'Preise',
  prices_about:
    'Eine veröffentlichte Version ändert sich nie mehr. Ein neuer Preis ist eine neue Version; was schon abgerechnet ist, behält seine.',
  versions: 'Versionen',
  settings: 'Einstellungen',
}
