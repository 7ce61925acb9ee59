import type { AdminTexts } from '../admin-texts.ts'
import { format, plural } from './format.ts'

export const reprices: AdminTexts['reprices'] = {
  title: 'Vergangene Aufrufe neu bepreisen',
  about:
    'Was Aufrufe nach einer anderen Preisversion kosten. Was abgerechnet ist, ändert sich nie: Die anderen Kosten stehen daneben und lassen sich zurücknehmen.',
  version: 'Bepreist nach',
  in_force: (version) => `${version} (gültig)`,
  try: 'Probelauf',
  trying: 'Die Aufrufe werden durchgerechnet…',
  if_priced: (first, last, version) => `Wären ${first} bis ${last} nach ${version} bepreist`,
  nothing_written: 'Probelauf, nichts wird geschrieben',
  groups: { day: 'Tag', call: 'Aufruf' },
  difference_by: {
    model: 'Unterschied nach Modell',
    day: 'Unterschied nach Tag',
    user: 'Unterschied nach Person',
    session: 'Unterschied nach Chat',
    call: 'Unterschied nach Aufruf',
  },
  as_billed: 'Wie abgerechnet',
  by_version: 'Nach der Version',
  difference: 'Unterschied',
  computed_from: 'Berechnet aus',
  sources: { reported: 'gemeldeten Tokens', estimated: 'geschätzten Tokens', incomplete: 'nichts bekannt' },
  changed: (changed, calls) =>
    `${format.count(changed)} von ${plural(calls, '1 Aufruf', `${format.count(calls)} Aufrufen`)} ${plural(changed, 'würde', 'würden')} etwas anderes kosten.`,
  computed: (reported, estimated) =>
    `Berechnet aus Tokens, die der Anbieter gemeldet hat (${format.count(reported)}) oder die hier geschätzt sind (${format.count(estimated)}).`,
  incomplete: (count) =>
    plural(
      count,
      'Von 1 Aufruf sind die Tokens nicht bekannt: Er bleibt, wie er ist.',
      `Von ${format.count(count)} Aufrufen sind die Tokens nicht bekannt: Sie bleiben, wie sie sind.`,
    ),
  kept: (count) =>
    plural(
      count,
      '1 Aufruf hat in dieser Version keinen Preis und behält, was abgerechnet ist.',
      `${format.count(count)} Aufrufe haben in dieser Version keinen Preis und behalten, was abgerechnet ist.`,
    ),
  still_unpriced: (count) =>
    plural(
      count,
      '1 Aufruf hat in dieser Version keinen Preis oder nur für einen Teil.',
      `${format.count(count)} Aufrufe haben in dieser Version keinen Preis oder nur für einen Teil.`,
    ),
  show_all: (count) => `Alle ${format.count(count)} zeigen`,
  largest: (count) => `Das sind die ${format.count(count)} mit dem größten Unterschied.`,
  none: 'In diesen Tagen gab es keinen Aufruf.',
  reason: 'Warum',
  reason_hint: 'Das steht bei den Kosten, mit deinem Namen und der Zeit.',
  reason_missing: 'Sag, warum, für alle, die diese Kosten später ansehen.',
  apply: 'Diese Kosten behalten',
  begun: 'Die Kosten werden übernommen. Das läuft weiter, wenn du die Seite verlässt.',
  earlier: 'Frühere Neuberechnungen',
  no_earlier: 'Es ist noch nichts neu bepreist.',
  from_to: (first, last) => `${first} bis ${last}`,
  begun_by: (author, when) => `Begonnen von ${author} am ${when}.`,
  has_changed: (changed, calls) =>
    `${format.count(changed)} von ${plural(calls, '1 Aufruf', `${format.count(calls)} Aufrufen`)} geändert.`,
  states: {
    applying: 'wird übernommen',
    applied: 'gilt',
    reverting: 'wird zurückgenommen',
    reverted: 'zurückgenommen',
  },
  progress: (version) => `Wie weit ${version} ist`,
  revert: 'Zurücknehmen',
  revert_this: (version, when) => `${version} von ${when} zurücknehmen`,
  revert_sure: 'Diese Aufrufe kosten dann wieder, was abgerechnet ist.',
  revert_now: 'Jetzt zurücknehmen',
  keep: 'Behalten',
}
