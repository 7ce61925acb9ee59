import type { AdminTexts } from '../admin-texts.ts'
import { format, plural } from './format.ts'

export const administration: AdminTexts['administration'] = {
  skip: 'Zur Seite springen',
  title: 'Verwaltung',
  back: 'Zurück zu den Chats',
  usage: 'Nutzung',
  prices: 'Preise',
  budgets: 'Budgets',
  models: 'Modelle',
  routing: 'Modellwahl',
  people: 'Personen',
  settings: 'Einstellungen',
  unpriced: (models) => `${format.count(models)} ohne Preis`,
  unpriced_about: (models) =>
    plural(
      models,
      'Ein Modell, das in den letzten 30 Tagen aufgerufen wurde, hat keinen Preis',
      `${format.count(models)} Modelle, die in den letzten 30 Tagen aufgerufen wurden, haben keinen Preis`,
    ),
}
