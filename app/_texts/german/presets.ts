import type { LateTexts } from '../texts.ts'
import { plural } from './format.ts'

export const presets: LateTexts['presets'] = {
  title: 'Vorlagen',
  manage: 'Vorlagen bearbeiten',
  all: (count) => plural(count, 'Die Vorlage zeigen', `Alle ${count} Vorlagen zeigen`),
  away_short: (about) => `${about} (nicht verfügbar)`,
  save_as: 'Als Vorlage speichern…',
  save_about: 'Behält das Modell, den Systemprompt und diese Einstellungen, damit Chats damit beginnen können.',
  kept_as: (name) => `Gespeichert als „${name}“. Sie steht auf der Startseite und unter /preset.`,
  name: 'Name der Vorlage',
  name_missing: 'Gib ihr zuerst einen Namen.',
  name_taken: 'Eine andere Vorlage heißt schon so. Gib dieser einen anderen Namen.',
  too_many: 'Mehr Vorlagen gehen nicht. Lösche zuerst eine in den Einstellungen.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  page_about:
    'Womit ein neuer Chat beginnen kann: ein Modell, ein Systemprompt und Einstellungen. Der Chat bekommt Kopien, eine geänderte Vorlage ändert also keinen Chat.',
  none: 'Noch keine Vorlagen.',
  none_about:
    'Lege hier eine an, oder speichere in den Einstellungen neben dem Nachrichtenfeld, was ein Chat verwendet.',
  not_loaded: 'Die Vorlagen ließen sich nicht laden.',
  try_again: 'Noch einmal versuchen',
  make: 'Neue Vorlage',
  start: 'Chat beginnen',
  start_of: (name) => `Chat mit ${name} beginnen`,
  edit: 'Bearbeiten',
  edit_of: (name) => `${name} bearbeiten`,
  delete: 'Löschen',
  delete_of: (name) => `${name} löschen`,
  delete_sure: (name) => `„${name}“ löschen? Chats, die damit begonnen haben, bleiben, wie sie sind.`,
  keep: 'Behalten',
  model: 'Modell',
  any_model: 'Womit neue Chats sonst beginnen',
  model_not_here: (model) => `${model} (nicht hier)`,
  model_not_set_up: (model) => `${model} (nicht eingerichtet)`,
  gone_model: (model) => `${model} gibt es hier nicht. Chats beginnen mit dem Rest, und ein anderes Modell antwortet.`,
  away_model: (model, provider) =>
    `${provider} ist nicht eingerichtet, deshalb kann ${model} nicht antworten. Chats beginnen mit dem Rest, und ein anderes Modell antwortet.`,
  prompt_about: 'Woran sich jede Antwort in diesen Chats halten soll',
  gone: 'Diese Vorlage wurde anderswo gelöscht. Speichern behält, was hier steht, als neue.',
}
