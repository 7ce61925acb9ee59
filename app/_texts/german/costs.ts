import type { costs as english } from '../english/costs.ts'
import { format, plural } from './format.ts'

export const costs: typeof english = {
  of_answer: 'Was diese Antwort gekostet hat',
  of_chat: 'Was dieser Chat gekostet hat',
  of_next: 'Was die nächste Nachricht kostet',
  of_next_at: (model) => `Was die nächste Nachricht mit ${model} kostet`,
  back: 'Zurück zum ganzen Chat',
  back_to_next: 'Zurück zu allen Modellen',
  close: 'Schließen',
  loading: 'Wird zusammengezählt …',
  try_again: 'Nochmals versuchen',
  none: 'Dafür wurde kein Modell gefragt.',
  lines: 'Kosten, Zeile für Zeile',
  what: 'Was',
  count: 'Anzahl',
  rate: 'Preis',
  amount: 'Betrag',
  sum: 'Summe',
  buckets: {
    input: 'Gelesen',
    output: 'Geschrieben',
    cached_read: 'Aus dem Cache',
    cache_write: 'In den Cache',
    cache_write_1h: 'In den Cache, 1 Std.',
    request: 'Anfrage',
    web_search: 'Websuchen',
    web_fetch: 'Abgerufene Seiten',
    code_execution: 'Ausgeführter Code',
    file_search: 'Dateisuchen',
    image_generation: 'Erzeugte Bilder',
  },
  per_million: (dollars) => `${dollars} je Million`,
  per_thousand: (dollars) => `${dollars} je Tausend`,
  per_request: (dollars) => `je ${dollars}`,
  no_source: 'ohne Quelle',
  read_on: (day) => `gelesen am ${day}`,
  failed: (why) => `gescheitert: ${why}`,
  attempt: (nth) => `${nth}. Versuch`,
  version: (name) => `Nach der Preisversion ${name}, die galt, als gefragt wurde.`,
  no_lines:
    'Die Zeilen lassen sich nicht zeigen: Was diese Installation über ihre Preise sagt, ist seither ein anderes. Der Betrag bleibt, wie er war.',
  provider_says: (amount) => `Der Anbieter selbst nennt ${amount}.`,
  repriced: (amount, version, reason) => `Neu berechnet: ${amount} nach Version ${version}. ${reason}`,
  states: {
    estimated: 'Nach Token, die hier gezählt wurden: Der Anbieter hat keine Zahlen geschickt.',
    partial: 'Ein Teil davon hat keinen Preis; es ist also mindestens so viel.',
    unpriced: 'Das Modell hat keinen Preis in der Version, die gilt.',
    unknown: 'Das Ende hat niemand gesehen: Es kann berechnet worden sein.',
  },
  nothing_due: 'Es kam nie eine Antwort: Dafür ist nichts fällig.',
  model: 'Modell',
  question: 'Frage',
  turn: 'Eine frühere Frage',
  other: 'Titel des Chats und was zu keiner Frage gehört',
  calls: 'Aufrufe',
  by_model: 'Nach Modell',
  by_turn: 'Nach Frage, die teuerste zuerst',
  cache_saved: (part, amount) => `${part} kam aus dem Cache; das hat ${amount} gespart.`,
  cache_cost: (part, amount) =>
    `${part} kam aus dem Cache; ihn zu füllen hat ${amount} mehr gekostet, als das Lesen gespart hat.`,
  unpriced: (calls) =>
    plural(
      calls,
      'Ein Aufruf hat keinen Preis oder nicht für alles: Die Summe ist mindestens so viel.',
      `${format.count(calls)} Aufrufe haben keinen Preis oder nicht für alles: Die Summe ist mindestens so viel.`,
    ),
  unknown: (calls) =>
    plural(
      calls,
      'Bei einem Aufruf hat niemand das Ende gesehen: Vielleicht wurde er berechnet; in der Summe fehlt er.',
      `Bei ${format.count(calls)} Aufrufen hat niemand das Ende gesehen: Vielleicht wurden sie berechnet; in der Summe fehlen sie.`,
    ),
  chosen: {
    chat: 'von diesem Chat',
    most_used: 'von dir am meisten genutzt',
    cheapest: 'liest das am günstigsten',
    dearest: 'liest das am teuersten',
  },
  floor: 'Mindestens',
  floor_about: 'Mindestens: um zu lesen, was hier steht, mit leerer Nachricht und ohne Antwort.',
  range: 'In der Regel',
  range_about:
    'In der Regel: was die mittleren 80 % deiner Fragen von hier aus kosten würden, mit allem, was dazu geschrieben und an Werkzeugen genutzt wurde.',
  range_unknown: 'noch nicht bekannt',
  no_range: 'Was eine Antwort dazu bringt, ist noch nicht bekannt: Es gibt weniger als 5 Fragen, an denen man es sähe.',
  from_to: (low, high) => (low === high ? low : `${low} bis ${high}`),
  left_out: (model, reason) => `${model} kann diesen Chat nicht fortsetzen: ${reason}.`,
  counted_here: 'Die Token sind hier gezählt, ungefähr: Jeder Anbieter zählt auf seine Weise.',
  from_cache_until: (tokens, until, after) =>
    `${tokens} Token können noch aus dem Cache seines Anbieters kommen, höchstens bis ${until}.${after === null ? '' : ` Ohne ihn kostet es mindestens ${after}.`}`,
  wrote_so_far: (tokens) => `bisher geschrieben ${format.count(tokens)}`,
  so_far_about:
    'Bis jetzt, ungefähr: hier gezählt, während die Antwort kommt. Was berechnet wurde, steht am Ende darunter.',
  version_now: (name) => `Nach der Preisversion ${name}, die jetzt gilt.`,
  price_of: (model) => `Zum Preis von ${model}.`,
  by_chat: (turns) =>
    `Nach den letzten ${format.count(turns)} beantworteten Fragen dieses Chats, zu den Preisen dieses Modells und ab der Länge, die der Chat jetzt hat.`,
  by_person: (turns) =>
    `Nach deinen letzten ${format.count(turns)} beantworteten Fragen an dieses Modell in 30 Tagen, ab der Länge, die dieser Chat jetzt hat: Er selbst hat weniger als 5.`,
  turns_took: (tokens, calls, most) =>
    `Die mittleren 80 % davon brauchten ${tokens} geschriebene Token in ${calls} ${plural(most, 'Aufruf', 'Aufrufen')}.`,
}
