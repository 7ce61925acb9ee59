import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

const blocks = (one: string, other: string) => (count: number) => plural(count, one, `${format.count(count)} ${other}`)

export const switching: LateTexts['switching'] = {
  title: 'Mit einem anderen Modell weitermachen',
  close: 'Schließen',
  refused: 'So kann es nicht übernehmen',
  too_long: 'Dieses Gespräch passt noch nicht',
  almost: 'Es kann weitermachen, fast vollständig',
  whole: 'Es kann weitermachen',
  goes: (tokens, window, part) =>
    `Mit deiner nächsten Frage gehen etwa ${format.count(tokens)} Tokens, ${part} der ${format.count(window)}, die es fasst. Gesendet ist noch nichts.`,
  needs: (tokens, window) =>
    `Es fasst ${format.count(window)} Tokens, und dieses Gespräch hat etwa ${format.count(tokens)}: ${format.count(tokens - window)} zu viel. Gesendet ist noch nichts.`,
  window: 'Sein Fenster',
  window_used: (tokens, window) => `${format.count(tokens)} von ${format.count(window)} Tokens`,
  fates: 'Was aus dem Gespräch wird',
  what: 'Was',
  goes_as: 'Geht als',
  as_it_is: 'es selbst',
  in_another_form: 'in anderer Form',
  stays_behind: 'bleibt zurück',
  closed: (count) => plural(count, '1 Aufruf ohne Ergebnis', `${count} Aufrufe ohne Ergebnis`),
  is_closed: 'abgeschlossen: „er wurde unterbrochen“',
  types: {
    text: blocks('1 Text', 'Texte'),
    image: blocks('1 Bild', 'Bilder'),
    document: blocks('1 Datei', 'Dateien'),
    thinking: blocks('1 Gedanke', 'Gedanken'),
    redacted_thinking: blocks('1 versiegelter Gedanke', 'versiegelte Gedanken'),
    tool_use: blocks('1 Werkzeugaufruf', 'Werkzeugaufrufe'),
    tool_result: blocks('1 Werkzeugergebnis', 'Werkzeugergebnisse'),
    hosted_tool: blocks('1 Werkzeug des Anbieters', 'Werkzeuge des Anbieters'),
    citations: blocks('1 Quellenliste', 'Quellenlisten'),
    reasoning_effort: () => 'Der eingestellte Aufwand',
    temperature: () => 'Die eingestellte Temperatur',
    max_output_tokens: () => 'Die eingestellte Länge',
  },
  others: (count, type) => `${format.count(count)} × ${type}`,
  price: (then, now) => `Mindestens ${then}, um die nächste Frage zu lesen, statt ${now}`,
  price_alone: (then) => `Mindestens ${then}, um die nächste Frage zu lesen`,
  no_price: 'Was die nächste Frage dort kostet, ist nicht bekannt: Hier steht kein Preis.',
  cache_lost: (label) => `Was ${label} noch im Zwischenspeicher hat, hilft dort nicht: Einmal wird alles neu gelesen.`,
  go_on: (label) => `Mit ${label} weitermachen`,
  stay: 'Bleiben',
  ways: 'Wege weiter',
  leave_out: 'Die Bilder weglassen',
  leave_out_about:
    'Wo eines stand, steht im Gesendeten ein Hinweis. Hier bleiben sie, und ein Modell, das Bilder nimmt, bekommt sie wieder.',
  describe: 'Die Bilder beschreiben lassen',
  describe_about: (label, cost) =>
    `${label} beschreibt jedes einmal${cost === null ? '' : `, für etwa ${cost}`}. Die Worte gehen an ihrer Stelle und bleiben für deine anderen Chats.`,
  describe_do: 'Beschreiben lassen',
  describing: 'Die Bilder werden beschrieben …',
  stay_about: 'Nichts ändert sich.',
  brief: 'Den Anfang in Kürze senden',
  brief_about: (label, cost) =>
    `${label} schreibt eine Zusammenfassung${cost === null ? '' : ` für etwa ${cost}`}. Du liest sie, bevor sie geht; die Beiträge selbst bleiben hier.`,
  brief_do: 'Zusammenfassung schreiben',
  brief_writing: 'Die Zusammenfassung wird geschrieben …',
  brief_read:
    'Lies sie, und ändere, was nicht stimmt. Sie geht anstelle dessen, was sie zusammenfasst, bis du sie zurücknimmst.',
  brief_field: 'Zusammenfassung',
  brief_took: (cost) => `Sie hat ${cost} gekostet.`,
  brief_send: 'An ihrer Stelle senden',
  brief_back: 'Zurück',
  branch: (turn) => `Bei Runde ${turn} abzweigen`,
  branch_about: (tokens) =>
    `Es geht nur, was von da an gesagt wurde, etwa ${format.count(tokens)} Tokens, in einem eigenen Chat, der hierher zurückführt. Dieser bleibt, wie er ist.`,
  branch_do: (turn) => `Bei Runde ${turn} abzweigen`,
  branched: (turn, day) => `Bei Runde ${turn} eines anderen Chats abgezweigt, ${day}:`,
  branched_from: 'der Chat mit dem, was davor war',
  leave_file: (name) => `${name} weglassen`,
  leave_file_about: (tokens) =>
    `Das sind etwa ${format.count(tokens)} Tokens. An ihrer Stelle steht der Name, und hier bleibt die Datei.`,
  leave_file_do: 'Datei weglassen',
  larger: 'Ein größeres Fenster nehmen',
  larger_about: (label, cost) =>
    `${label} nimmt alles${cost === null ? '' : `; die nächste Frage kostet mindestens ${cost}`}.`,
  larger_do: (label) => `${label} ansehen`,
  in_brief: 'Der Anfang dieses Chats geht in Kürze.',
  in_brief_undo: 'Wieder alles senden',
  files_out: (count) => plural(count, '1 Datei wird weggelassen.', `${count} Dateien werden weggelassen.`),
  files_undo: 'Wieder mitsenden',
  see_ways: 'Ansehen, was geht',
  all_goes: (label) => `Das ganze Gespräch geht mit zu ${label}.`,
}
