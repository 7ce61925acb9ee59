import { productName } from '#lib/import/product.ts'
import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

const chats = (count: number) => plural(count, '1 Chat', `${format.count(count)} Chats`)
const messages = (count: number) => plural(count, '1 Nachricht', `${format.count(count)} Nachrichten`)

export const imports: LateTexts['imports'] = {
  title: 'Importieren',
  imported_chat: (source, day) => `Importiert aus ${productName(source) ?? 'einer anderen Anwendung'}, ${day}`,
  about: (products) =>
    `Ein Export von Metis, ${products} und anderen, als Zip oder JSON-Datei, so wie du sie bekommen hast. Zuerst siehst du, was darin ist. Angelegt wird nichts, bevor du es sagst, und alles lässt sich zurücknehmen.`,
  choose: 'Datei wählen…',
  drop: 'oder hierher ziehen',
  sending: (percent) => `Die Datei wird gesendet, ${percent} %`,
  stop_sending: 'Anhalten',
  list: 'Bisherige Importe',
  from_metis: 'Ein Export von Metis',
  from_product: (product) => `Aus ${product}`,
  unknown_source: 'Eine Datei',
  from_file: (name, size) => `${name} (${size})`,
  reading: 'Es wird nachgesehen, was darin ist…',
  applying: (done, of) => `${format.count(done)} von ${format.count(of)} sind da`,
  undoing: (done, of) => `${format.count(done)} von ${format.count(of)} sind zurückgenommen`,
  will_create: (count) => `${chats(count)} ${plural(count, 'wird', 'werden')} angelegt.`,
  nothing_new: 'Es ist nichts Neues darin.',
  holds: (said, branches, tool_calls, files, calls) =>
    [
      messages(said),
      branches > 0 && plural(branches, '1 weiterer Zweig', `${format.count(branches)} weitere Zweige`),
      tool_calls > 0 && plural(tool_calls, '1 Werkzeugaufruf', `${format.count(tool_calls)} Werkzeugaufrufe`),
      files > 0 && plural(files, '1 Bild oder Dokument', `${format.count(files)} Bilder und Dokumente`),
      calls > 0 && plural(calls, '1 Aufruf mit seinen Kosten', `${format.count(calls)} Aufrufe mit ihren Kosten`),
    ]
      .filter((part) => part !== false)
      .join(', '),
  here: (count) => `${chats(count)} ${plural(count, 'ist', 'sind')} schon da, und gleich: daran ändert sich nichts.`,
  taken: (count) => `${chats(count)} unter neuen Kennungen, weil die alten vergeben sind oder hier gelöscht wurden.`,
  presets: (count) => plural(count, '1 Vorlage', `${format.count(count)} Vorlagen`),
  take_settings: 'Auch die Einstellungen daraus übernehmen',
  conflicts: (count) => `${chats(count)} ${plural(count, 'ist', 'sind')} schon da, aber anders`,
  conflict_choice: 'Was aus Chats wird, die hier anders sind',
  conflict_choices: {
    skip: { label: 'Meine lassen, wie sie sind', about: 'Was in der Datei steht, wird übergangen.' },
    copy: { label: 'Als Kopien importieren', about: 'Dann sind beide da.' },
  },
  bad: (count) => `${chats(count)} ${plural(count, 'kann', 'können')} nicht importiert werden`,
  left_out: (count) => plural(count, '1 Teil wurde ausgelassen', `${format.count(count)} Teile wurden ausgelassen`),
  untitled: 'Ohne Titel',
  losses: 'Kommt nicht mit, oder in anderer Form',
  loss: {
    unsupported: (count) =>
      plural(
        count,
        '1 Teil einer Art, die Metis nicht hat: aufgehoben, aber nicht gezeigt',
        `${format.count(count)} Teile von Arten, die Metis nicht hat: aufgehoben, aber nicht gezeigt`,
      ),
    unreadable: (count) =>
      plural(
        count,
        '1 Nachricht, die sich nicht lesen lässt',
        `${format.count(count)} Nachrichten, die sich nicht lesen lassen`,
      ),
    missing_file: (count) =>
      plural(count, '1 Datei, die nicht im Export ist', `${format.count(count)} Dateien, die nicht im Export sind`),
    remote_file: (count) =>
      plural(
        count,
        '1 Bild, das unter seiner Adresse bleibt',
        `${format.count(count)} Bilder, die unter ihren Adressen bleiben`,
      ),
    sandbox_link: (count) =>
      plural(
        count,
        '1 Link zu einer Datei, die nur das andere Produkt hat',
        `${format.count(count)} Links zu Dateien, die nur das andere Produkt hat`,
      ),
    audio: (count) =>
      plural(
        count,
        '1 Aufnahme; was darin gesagt wurde, bleibt',
        `${format.count(count)} Aufnahmen; was darin gesagt wurde, bleibt`,
      ),
    video: (count) => plural(count, '1 Film', `${format.count(count)} Filme`),
    hidden: (count) =>
      plural(
        count,
        '1 Nachricht, die auch dort nicht zu sehen war',
        `${format.count(count)} Nachrichten, die auch dort nicht zu sehen waren`,
      ),
    private_context: (count) =>
      plural(
        count,
        '1 Notiz, was sich das Produkt über dich gemerkt hat',
        `${format.count(count)} Notizen, was sich das Produkt über dich gemerkt hat`,
      ),
    citation: (count) =>
      plural(
        count,
        '1 Quellenzeichen, dessen Quelle nicht im Export steht',
        `${format.count(count)} Quellenzeichen, deren Quellen nicht im Export stehen`,
      ),
    broken_link: (count) =>
      plural(
        count,
        '1 Nachricht, die auf keine folgt: sie beginnt einen Zweig',
        `${format.count(count)} Nachrichten, die auf keine folgen: sie beginnen Zweige`,
      ),
    repeated_id: (count) =>
      plural(count, '1 Nachricht, die doppelt darin ist', `${format.count(count)} Nachrichten, die doppelt darin sind`),
    draft: (count) =>
      plural(count, '1 Text, der nie gesendet wurde', `${format.count(count)} Texte, die nie gesendet wurden`),
    deleted: (count) =>
      plural(
        count,
        '1 Nachricht oder Chat, die du gelöscht hattest',
        `${format.count(count)} Nachrichten oder Chats, die du gelöscht hattest`,
      ),
    project: (count) =>
      plural(
        count,
        '1 Chat eines Projekts, dessen Name nicht im Export steht',
        `${format.count(count)} Chats von Projekten, deren Namen nicht im Export stehen`,
      ),
    thread: (count) =>
      plural(
        count,
        '1 Frage, die allein steht: was zusammengehört, sagt der Export nicht',
        `${format.count(count)} Fragen, die allein stehen: was zusammengehört, sagt der Export nicht`,
      ),
    interrupted: (count) =>
      plural(
        count,
        '1 Antwort, die noch geschrieben wurde: sie endet dort',
        `${format.count(count)} Antworten, die noch geschrieben wurden: sie enden dort`,
      ),
    repriced: (count) =>
      plural(
        count,
        '1 neu berechneter Aufruf: was er gekostet hat, bleibt',
        `${format.count(count)} neu berechnete Aufrufe: was sie gekostet haben, bleibt`,
      ),
    refused_file: (count) =>
      plural(
        count,
        '1 Datei einer Art, die sich hier nicht hochladen lässt',
        `${format.count(count)} Dateien von Arten, die sich hier nicht hochladen lassen`,
      ),
  },
  loss_detail: (loss, detail) => `${loss}: ${detail}`,
  apply: 'Jetzt importieren',
  go_on: 'Weitermachen',
  throw_away: 'Wegwerfen',
  stop_and_undo: 'Anhalten und zurücknehmen',
  created: (count) => `${chats(count)} importiert.`,
  kept: (count) => `${chats(count)} ${plural(count, 'blieb', 'blieben')}, weil du darin weitergeschrieben hast.`,
  to_chats: 'Zu den Chats',
  show_chats: 'Was importiert wurde',
  undo: 'Zurücknehmen…',
  undo_of: (name) => `Den Import von ${name} zurücknehmen`,
  undo_sure: (count) => `Alles, was damit gekommen ist, wird gelöscht: ${chats(count)}. Was du vorher hattest, bleibt.`,
  undo_changed: (count) => `${chats(count)} ${plural(count, 'hat', 'haben')} sich seitdem geändert. Ohne diese:`,
  undo_even_changed: 'Die auch löschen',
  undo_keep: 'Alles behalten',
  undo_now: 'Zurücknehmen',
  undone: 'Alles davon wurde zurückgenommen.',
  remove: 'Aus dieser Liste nehmen',
  remove_of: (name) => `${name} aus dieser Liste nehmen`,
  failed: 'Das hat nicht geklappt.',
  failures: {
    unknown_format: () =>
      'Die Datei ist kein Export von Metis und keiner eines anderen Produkts, der sich lesen lässt. Besteht der Export aus mehreren Dateien, nimm die mit den Unterhaltungen.',
    bad_file: (message) => `Die Datei ist beschädigt oder nicht, was sie sein sollte: ${message}.`,
    storage: (message) => `Auf dem Server ließ sich nichts mehr speichern oder lesen: ${message}.`,
    file_gone: () => 'Die Datei liegt nicht mehr auf dem Server: gib sie noch einmal.',
    internal: () => 'Auf dem Server ging etwas schief; in seinem Protokoll steht, was.',
  },
}
