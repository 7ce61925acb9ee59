import type { LateTexts } from '../texts.ts'
import { plural } from './format.ts'

export const compare: LateTexts['compare'] = {
  comparison: 'Vergleich',
  side_by_side: 'Nebeneinander',
  back: 'Zurück zum Gespräch',
  another_model: 'Weiteres Modell',
  which: 'Welche Antwort gezeigt wird',
  kept: (count) =>
    plural(
      count,
      'Sie bleibt im Chat.',
      'Alle bleiben als Fassungen einer Frage im Chat, mit welcher du auch weitermachst.',
    ),
  answer: 'Antwort',
  version: 'Fassung',
  gone: 'Diese Fassung ist nicht hier. Vielleicht wurde sie gelöscht.',
  writing: 'schreibt',
  stop: 'Diese stoppen',
  stopping: 'Wird gestoppt',
  go_on: 'Damit weitermachen',
  go_on_later: 'Sobald die anderen fertig oder gestoppt sind',
  copy: (model) => `Antwort von ${model} kopieren`,
  took: 'Was jede Antwort gebraucht hat',
  measured: 'Gemessen',
  difference: 'Unterschied',
  read: 'Gelesen',
  wrote: 'Geschrieben, mit Gedanken',
  words: 'Wörter',
  duration: 'Ganze Antwort',
  cost: 'Kosten',
}
