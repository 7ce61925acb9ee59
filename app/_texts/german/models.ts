import type { Texts } from '../texts.ts'
import { format, plural } from './format.ts'

export const models: Texts['models'] = {
  choose: 'Modell wählen',
  model: (label) => `Modell: ${label}`,
  model_then: (label, next) => `Modell: ${label}, ${next}`,
  automatic: 'Automatisch',
  next: (label) => `danach ${label}`,
  none: 'Kein Modell',
  count: (count) => plural(count, '1 Modell', `${count} Modelle`),
  answers: (count) => plural(count, '1 Antwort', `${count} Antworten`),
  problems: {
    unreachable: () => 'Der Server ist nicht erreichbar. Seine Modelle erscheinen, sobald er antwortet.',
    key_refused: () => 'Der Server lehnt den Schlüssel ab. Trag in den Einstellungen den richtigen ein.',
    no_list: (provider) =>
      `Der Server sagt nicht, welche Modelle er hat. Beginne eine Nachricht mit @${provider}:name, um eines zu nutzen.`,
    no_models: () => 'Der Server hat noch keine Modelle. Sie erscheinen, sobald er welche hat.',
  },
  unavailable: (since, why, until) =>
    `seit ${format.clock(since)} nicht verfügbar: ${why}; nächster Versuch um ${format.clock(until)}`,
  unavailable_because: {
    rate_limit: 'Anfragelimit erreicht',
    auth: 'der Schlüssel wird abgelehnt',
    server_error: 'Fehler des Servers',
    network: 'nicht erreichbar',
    billing: 'kein Guthaben mehr',
    other: 'Aufrufe sind fehlgeschlagen',
  },
  ends: (day) => `bis ${day}`,
  ended: (day) => `abgeschaltet am ${day}`,
  no_models_listed: 'Der Server führt keine Modelle auf.',
  local_amount: '0 · dieser Rechner',
  free: 'kostenlos',
  no_price: 'kein Preis',
  price: (input, output) => `ein ${format.dollars(input)} · aus ${format.dollars(output)}`,
  sample: (price) => `${price} (Beispiel)`,
  at_least: (amount) => `mindestens ${amount}`,
  unpriced: (what, calls) =>
    `${what}; ${plural(calls, 'ein Modellaufruf hat', `${format.count(calls)} Modellaufrufe haben`)} keinen Preis`,
  cost_of_chat: 'Kosten dieses Chats',
  cost_of_answer: 'Kosten dieser Antwort',
  cost: (amount) => `Kosten: ${amount}`,
}
