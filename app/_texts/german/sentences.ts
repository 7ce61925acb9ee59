import { CLAIMS } from './claims.ts'
import { faultInGerman } from './faults.ts'

/**
 * Sentences that are stored, or come from far inside, in English: why something did not go along as it was said, why a chat of an
 * import cannot be taken, why a model refused. What they name (models, files, figures) is in their brackets.
 */
const SENTENCES: readonly (readonly [said: RegExp, german: string])[] = [
  // Of what a request leaves out, changes or mends.
  [/^made by (.+), and valid for its maker only$/, 'von $1, und nur dort gültig'],
  [/^only (.+) understands it: it is sent as text$/, 'nur $1 versteht es: es geht als Text mit'],
  [
    /^only (.+) understands it: its first (\d+) characters are sent as text$/,
    'nur $1 versteht es: die ersten $2 Zeichen gehen als Text mit',
  ],
  [
    /^only (.+) understands it: its sources are named in words$/,
    'nur $1 versteht es: die Quellen werden in Worten genannt',
  ],
  [/^only (.+) understands it$/, 'nur $1 versteht es'],
  [/^the model does not take images$/, 'das Modell nimmt keine Bilder'],
  [/^the model does not take (.+)$/, 'das Modell nimmt kein $1'],
  [/^the bytes are (.+), not (.+)$/, 'es ist $1, nicht $2'],
  [/^the file is not available$/, 'die Datei ist nicht mehr da'],
  [/^its source is of an unknown kind$/, 'seine Quelle ist von unbekannter Art'],
  [/^it cannot be sent$/, 'es lässt sich nicht senden'],
  [/^the model has no tools: sent as text$/, 'das Modell hat keine Werkzeuge: es geht als Text mit'],
  [/^the server says that the model has no tools$/, 'der Server sagt, dass das Modell keine Werkzeuge hat'],
  [/^it is moved next to its call$/, 'es steht jetzt neben seinem Aufruf'],
  [/^it answers no open call$/, 'es beantwortet keinen offenen Aufruf'],
  [/^a call without a result$/, 'ein Aufruf ohne Ergebnis'],
  [/^calls without a result are closed$/, 'Aufrufe ohne Ergebnis werden geschlossen'],
  [/^the answer is not finished$/, 'die Antwort ist nicht fertig'],
  [/^the answer was interrupted$/, 'die Antwort wurde unterbrochen'],
  [
    /^the answer was interrupted before the thinking was signed$/,
    'die Antwort wurde unterbrochen, bevor die Gedanken unterschrieben waren',
  ],
  [
    /^half a character in it is replaced: providers refuse it$/,
    'ein halbes Zeichen darin ist ersetzt: Anbieter lehnen es ab',
  ],
  [
    /^the tool name has characters that the provider refuses$/,
    'der Name des Werkzeugs hat Zeichen, die der Anbieter ablehnt',
  ],
  [
    /^its arguments are no JSON object: they go inside one$/,
    'seine Angaben sind kein JSON-Objekt: sie gehen in einem mit',
  ],
  [
    /^a call of a custom tool is sent as one of a function$/,
    'der Aufruf eines freien Werkzeugs geht als der einer Funktion mit',
  ],
  [/^it is sent as the words that were said$/, 'es gehen die Worte mit, die gesagt wurden'],
  [/^a block type that this version does not know$/, 'diese Version kennt diese Art von Inhalt nicht'],
  [/^an? (\S+) (?:message|result) cannot hold it$/, 'dort hat es keinen Platz ($1)'],
  [/^an answer cannot hold a picture here$/, 'eine Antwort kann hier kein Bild enthalten'],
  [
    /^a picture in an? \S+(?: message)? is sent in a user message after it$/,
    'das Bild geht in einer Nachricht dahinter mit',
  ],
  [/^(?:the host|the server) takes no picture by its URL$/, 'der Server nimmt kein Bild unter seiner Adresse'],
  [
    /^a system message inside the conversation is sent as marked user text$/,
    'eine Systemnachricht mitten im Gespräch geht als gekennzeichneter Text mit',
  ],
  [/^thinking without a signature is refused$/, 'Gedanken ohne Unterschrift werden abgelehnt'],
  [/^reasoning without encrypted content is refused$/, 'Gedanken ohne verschlüsselten Inhalt werden abgelehnt'],
  [/^no answer followed the thinking$/, 'auf die Gedanken folgte keine Antwort'],
  [/^nothing followed the reasoning$/, 'auf die Gedanken folgte nichts'],
  [/^it is part of no reasoning item$/, 'es gehört zu keinem Gedanken'],
  [/^it is a call to us that was never answered$/, 'der Aufruf wurde nie beantwortet'],
  [
    /^a part of the reasoning is not valid at the upstream, or was sent before$/,
    'ein Teil der Gedanken gilt dort nicht oder ging schon mit',
  ],
  [
    /^what stands behind a tool call is refused: it is sent in front of the call$/,
    'was hinter einem Aufruf steht, wird abgelehnt: es geht davor mit',
  ],
  [
    /^this format has no place for it behind what came before it: it is sent in front of .+$/,
    'dahinter hat dieses Format keinen Platz dafür: es geht davor mit',
  ],
  [/^blank text between two blocks of thinking is refused$/, 'leerer Text zwischen Gedanken wird abgelehnt'],
  [
    /^the model refused this turn, and would refuse whatever follows it$/,
    'das Modell hat das abgelehnt und würde alles danach ablehnen',
  ],
  [
    /^the model takes no beginning of its answer: it is asked to go on$/,
    'das Modell nimmt keinen Anfang seiner Antwort: es wird gebeten weiterzumachen',
  ],
  [/^an answer cannot go on from it here$/, 'davon kann hier keine Antwort weitergehen'],
  [/^(?:.+ has no place for it(?: in an answer| at this host)?)$/, 'dieses Format hat keinen Platz dafür'],
  [
    /^the provider refused it, or one before it, where it stands$/,
    'der Anbieter hat es oder etwas davor an dieser Stelle abgelehnt',
  ],
  [
    /^it is bound to what stood before it, and something else stands there now$/,
    'es gilt nur nach dem, was davor stand, und dort steht jetzt anderes',
  ],
  [
    /^it never got its result, and the conversation has gone on$/,
    'es bekam nie ein Ergebnis, und das Gespräch ging weiter',
  ],
  [/^the provider does not have it any more$/, 'der Anbieter hat es nicht mehr'],
  [
    /^the provider does not have its container any more: what it did goes as text$/,
    'der Anbieter hat die Umgebung nicht mehr: was darin geschah, geht als Text mit',
  ],
  [
    /^(.+): the request does not offer it, and without it what it did goes as text$/,
    '$1: es wird nicht angeboten, deshalb geht als Text mit, was damit geschah',
  ],
  [/^(.+): its provider does not run it for this model$/, '$1: für dieses Modell führt der Anbieter es nicht aus'],
  [/^(.+): the provider has no (.+)$/, '$1: der Anbieter kennt dort kein $2'],
  [/^(.+): it is refused beside a minimal effort$/, '$1: bei minimalem Aufwand wird es abgelehnt'],
  [/^left out by the provider: (.+)$/, 'vom Anbieter weggelassen: $1'],
  [/^this model cannot read it$/, 'dieses Modell kann es nicht lesen'],
  [/^it was made for another (?:account|user)$/, 'es wurde für jemand anderen gemacht'],
  [/^it does not say why$/, 'ohne Grund'],
  [/^the model takes (\d+) at a time$/, 'das Modell nimmt $1 auf einmal'],
  [/^the model takes ([\d.]+) MB of them at a time$/, 'das Modell nimmt davon $1 MB auf einmal'],
  [/^the host refuses it$/, 'der Anbieter lehnt es ab'],
  [
    /^a provider refused it, and it was left out on request$/,
    'ein Anbieter hat es abgelehnt, und auf Wunsch blieb es weg',
  ],
  [/^it was left out on request$/, 'auf Wunsch weggelassen'],
  [/^what was said up to here is sent in brief$/, 'was bis hierher gesagt wurde, geht in Kürze mit'],
  [/^what (.+) said of it is sent in its place$/, 'statt seiner geht mit, was $1 darüber gesagt hat'],
  [/^its provider asked to wait$/, 'sein Anbieter hat gebeten zu warten'],
  [/^about (\d+) tokens do not fit its window of (\d+)$/, 'etwa $1 Tokens passen nicht in sein Fenster von $2'],
  // Of settings.
  [
    /^the model refuses to be forced: it may call a tool, or not$/,
    'das Modell lässt sich nicht zwingen: es kann ein Werkzeug aufrufen oder nicht',
  ],
  [
    /^no tool can be forced while the model reasons$/,
    'solange das Modell nachdenkt, lässt sich kein Werkzeug erzwingen',
  ],
  [
    /^this wire format takes no tools while the model reasons$/,
    'solange das Modell nachdenkt, nimmt dieses Format keine Werkzeuge',
  ],
  [/^(\S+) cannot make a model call a tool$/, '$1 kann ein Modell nicht zu einem Aufruf zwingen'],
  [/^(\S+) has no choice of tools: the one is sent alone$/, '$1 hat keine Wahl von Werkzeugen: nur das eine geht mit'],
  [
    /^the tool that must be called is not among those offered$/,
    'das Werkzeug, das aufgerufen werden muss, wird nicht angeboten',
  ],
  [/^the model takes no temperature(?: while it thinks)?$/, 'das Modell nimmt dabei keine Temperatur'],
  [/^the model takes 1 at most, not (.+)$/, 'das Modell nimmt höchstens 1, nicht $1'],
  [/^the model takes none$/, 'das Modell nimmt keine'],
  [/^the Responses API has no stop sequences$/, 'dieses Format kennt das nicht'],
  [
    /^only the first (\d+) are sent: the wire format takes no more$/,
    'nur die ersten $1 gehen mit, mehr nimmt das Format nicht',
  ],
  [
    /^the Responses API takes no limit below (\d+): it is sent instead of (\d+)$/,
    'weniger als $1 geht hier nicht: das geht statt $2 mit',
  ],
  [
    /^(\d+) tokens leave no room for thoughts beside an answer$/,
    '$1 Tokens lassen neben einer Antwort keinen Platz für Gedanken',
  ],
  [
    /^an answer of this model ends at (\d+) tokens, not at (\d+)$/,
    'eine Antwort dieses Modells endet bei $1 Tokens, nicht bei $2',
  ],
  [/^the model does not know (.+): it is asked for (.+)$/, 'das Modell kennt $1 nicht: verlangt wird $2'],
  // Of a refusal.
  [/^It may help to attack computers\.$/, 'Es könnte helfen, Computer anzugreifen.'],
  [/^It may help to make biological weapons\.$/, 'Es könnte helfen, biologische Waffen herzustellen.'],
  [
    /^It may help to train or copy a large language model\.$/,
    'Es könnte helfen, ein großes Sprachmodell zu trainieren oder zu kopieren.',
  ],
  [/^It asks for the model’s own reasoning\.$/, 'Es fragt nach den eigenen Gedanken des Modells.'],
  [/^It may do harm\.$/, 'Es könnte schaden.'],
  [/^Its reason: (.+)\.$/, 'Der Grund: $1.'],
  // Of files.
  [/^(.+) cannot be used: (.+)$/, '$1 lässt sich nicht verwenden: $2'],
  [/^the file is empty$/, 'die Datei ist leer'],
  [
    /^a PDF of (\d+) pages: attach those that matter, (\d+) at most$/,
    'ein PDF mit $1 Seiten: Hänge die an, auf die es ankommt, höchstens $2',
  ],
  [
    /^a PDF with a password: save it without one, and attach that$/,
    'ein PDF mit Passwort: Speichere es ohne, und hänge das an',
  ],
  [
    /^a damaged PDF: save or print it to a new one, and attach that$/,
    'ein beschädigtes PDF: Speichere oder drucke es in ein neues, und hänge das an',
  ],
  [
    /^neither text nor a PDF, an office file or a picture that can be read$/,
    'weder Text noch ein PDF, ein Office-Dokument oder ein lesbares Bild',
  ],
  [
    /^an office file of the old kind or with a password: save it as docx, xlsx or pptx, without one$/,
    'ein Office-Dokument der alten Art oder mit Passwort: Speichere es als docx, xlsx oder pptx, ohne Passwort',
  ],
  [/^reading it failed: (.+)$/, 'es ließ sich nicht lesen: $1'],
  [/^it is no text$/, 'das ist kein Text'],
  [/^it cannot be read$/, 'es lässt sich nicht lesen'],
  [
    /^an archive: unpack it, and attach the files that matter$/,
    'ein Archiv: Entpacke es, und hänge die Dateien an, auf die es ankommt',
  ],
  [/^an archive of more than (\d+) parts$/, 'ein Archiv mit mehr als $1 Teilen'],
  [/^an archive that unpacks to more than (\d+) MB$/, 'ein Archiv, das entpackt größer als $1 MB ist'],
  [
    /^a damaged archive: save it once more, and attach the new file$/,
    'ein beschädigtes Archiv: Speichere es noch einmal, und hänge die neue Datei an',
  ],
  [/^(?:.+: )?not a picture that can be read; use (.+)$/, 'kein lesbares Bild; es gehen $1'],
  [/^the picture cannot be sent to (.+?): (.+)$/, '$1 kann das Bild nicht bekommen: $2'],
  [/^(.+) cannot be sent to (.+?): (.+)$/, '$2 kann $1 nicht bekommen: $3'],
  [/^it is of a kind that cannot be read$/, 'diese Art lässt sich nicht lesen'],
  [/^it has more than (\d+) million pixels$/, 'es hat mehr als $1 Millionen Pixel'],
  [/^it takes too long to read$/, 'es zu lesen dauert zu lange'],
  [
    /^it is damaged, or not the kind of picture that it says it is$/,
    'es ist beschädigt oder ein anderes Bild, als es sagt',
  ],
  [/^the model takes only (.+)$/, 'das Modell nimmt nur $1'],
  [/^it cannot be made as small as (\d+) bytes$/, 'es lässt sich nicht auf $1 Bytes verkleinern'],
  [/^(.+), and there is no text in it to send instead$/, '$1, und es enthält keinen Text, der stattdessen ginge'],
  [/^(.+), and its file is not here$/, '$1, und die Datei liegt nicht hier'],
  [/^(.+): its text is sent$/, '$1: der Text geht mit'],
  [/^(.+): it is sent as text$/, '$1: es geht als Text mit'],
  [/^only the first (\d+) characters of its text are kept$/, 'nur die ersten $1 Zeichen des Textes sind da'],
  [/^there is no room for it as a file$/, 'als Datei ist kein Platz dafür'],
  [/^the model opens no addresses$/, 'das Modell öffnet keine Adressen'],
  [/^the model takes no files in the result of a tool$/, 'das Modell nimmt keine Dateien im Ergebnis eines Werkzeugs'],
  [/^the model takes no files$/, 'das Modell nimmt keine Dateien'],
  [/^the model takes no (PDF|HTML) files$/, 'das Modell nimmt keine $1-Dateien'],
  [/^the model takes no office files$/, 'das Modell nimmt keine Office-Dokumente'],
  [/^the model takes no files of the type (.+)$/, 'das Modell nimmt keine Dateien der Art $1'],
  [/^the model takes (\d+) files at a time$/, 'das Modell nimmt $1 Dateien auf einmal'],
  [/^the model takes (\d+) pages at a time$/, 'das Modell nimmt $1 Seiten auf einmal'],
  [/^the model takes ([\d.]+) MB of files at a time$/, 'das Modell nimmt Dateien von $1 MB auf einmal'],
  [/^the model sees no pages$/, 'das Modell sieht keine Seiten'],
  [/^the file is encrypted, and the model refuses such$/, 'die Datei ist verschlüsselt, und das lehnt das Modell ab'],
  [/^its answer is not whole \((.+)\)$/, 'die Antwort ist nicht vollständig ($1)'],
  [/^it said nothing$/, 'es hat nichts gesagt'],
  [/^no such upload$/, 'diese Datei wurde nicht hochgeladen'],
  // Of what was filled in.
  [
    /^nothing is set up yet: give a key or an address$/,
    'noch ist nichts eingerichtet: Gib einen Schlüssel oder eine Adresse an',
  ],
  [
    /^an address is needed: everybody has one of their own here$/,
    'es braucht eine Adresse: hier hat jeder eine eigene',
  ],
  [/^a key or an address is needed$/, 'es braucht einen Schlüssel oder eine Adresse'],
  [/^must be one of (.+)$/, 'es geht nur $1'],
  [/^must be a date such as (.+)$/, 'es muss ein Datum wie $1 sein'],
  [
    /^there are (\d+) by now; look again before deleting$/,
    'inzwischen sind es $1: Sieh noch einmal nach, bevor du löschst',
  ],
  [
    /^the range begins with a message that is not on the active path$/,
    'die erste Nachricht gehört nicht zum jetzigen Verlauf',
  ],
  [
    /^the range ends with a message that is not on the active path behind its beginning$/,
    'die letzte Nachricht steht im jetzigen Verlauf nicht hinter der ersten',
  ],
  [/^a share ends in the future$/, 'das Ende muss in der Zukunft liegen'],
  [/^a share is for people who are here$/, 'teilen kann man nur mit Leuten, die hier sind'],
  [/^there is no finished message to share$/, 'darin ist keine fertige Nachricht zum Teilen'],
  [/^there is no such person$/, 'diese Person gibt es nicht'],
  [/^there is no such team$/, 'dieses Team gibt es nicht'],
  [/^its provider is not set up$/, 'sein Anbieter ist nicht eingerichtet'],
  [/^the model takes no tools$/, 'das Modell hat keine Werkzeuge'],
  [/^names a model and says nothing to it$/, 'darin steht nur ein Modell und nichts, was es tun soll'],
  [/^Invalid URL$/, 'das ist keine Adresse'],
  [/^Invalid email address$/, 'das ist keine E-Mail-Adresse'],
  // Of a summary or a description.
  [/^(.+) wrote no summary: (.+)$/, '$1 hat keine Zusammenfassung geschrieben: $2'],
  [/^(.+) could not describe a picture: (.+)$/, '$1 konnte ein Bild nicht beschreiben: $2'],
  // Of the secret under which keys are stored.
  [
    /^This key was stored under another secret, or is damaged: paste it again\.$/,
    'Dieser Schlüssel wurde unter einem anderen Geheimnis gespeichert oder ist beschädigt: Füge ihn neu ein.',
  ],
  [/^(.+) was made, and is gone again$/, '$1 wurde angelegt und ist wieder weg'],
  [
    /^(.+) cannot be read: stored keys cannot be used without it$/,
    '$1 lässt sich nicht lesen: ohne sie sind gespeicherte Schlüssel nicht verwendbar',
  ],
  [
    /^(.+) is damaged: it holds less than (\d+) characters\. Put it back from a backup, or remove it and paste the keys again$/,
    '$1 ist beschädigt: Darin stehen weniger als $2 Zeichen. Hole sie aus einer Sicherung zurück, oder lösche sie und füge die Schlüssel neu ein',
  ],
  // Of an import.
  [/^its file is not here any more: send it again$/, 'seine Datei ist nicht mehr da: Sende sie noch einmal'],
  [/^the import was begun or thrown away meanwhile$/, 'inzwischen wurde er begonnen oder verworfen'],
  [/^the import was changed meanwhile$/, 'inzwischen wurde er geändert'],
  [/^it is in the file twice; the first is taken$/, 'es steht zweimal in der Datei; das erste gilt'],
  [/^it is larger than any of ours$/, 'es ist größer als jedes von uns'],
  [/^(.+) is missing in the file$/, '$1 fehlt in der Datei'],
  [/^(.+) is damaged: (.+)$/, '$1 ist beschädigt: $2'],
  [/^line (\d+) cannot be read: (.+)$/, 'Zeile $1 lässt sich nicht lesen: $2'],
  [/^it cannot be read: (.+)$/, 'es lässt sich nicht lesen: $1'],
  [/^it has no chunks$/, 'darin sind keine Abschnitte'],
  [/^it has no (?:list of (?:messages|responses)|messages)(?::.+)?$/, 'darin ist keine Liste von Nachrichten'],
  [/^it is no entry of the log$/, 'das ist kein Eintrag des Protokolls'],
  [/^it does not begin with one chat$/, 'es beginnt nicht mit einem Chat'],
  [/^it is cut off: its last line is missing$/, 'es ist abgeschnitten: die letzte Zeile fehlt'],
  [/^it is another chat than the list says$/, 'es ist ein anderer Chat, als die Liste sagt'],
  [/^it is larger than any chat that can be read$/, 'es ist größer als jeder Chat, der sich lesen lässt'],
  [
    /^after (\d+) chats comes one that is larger than any that can be read$/,
    'nach $1 Chats kommt einer, der größer ist als jeder, der sich lesen lässt',
  ],
  [/^it should hold (\d+) (?:\S+), and holds (\d+)$/, 'darin sollten $1 Einträge sein und sind $2'],
  [/^message (\S+) was changed since it was exported$/, 'die Nachricht $1 wurde seit dem Export geändert'],
  [
    /^its messages were put in another order, or their hashes changed$/,
    'seine Nachrichten stehen anders, oder ihre Prüfsummen wurden geändert',
  ],
  [
    /^message (\S+) holds something that cannot be stored$/,
    'in der Nachricht $1 steht etwas, das sich nicht speichern lässt',
  ],
  [
    /^message (\S+) follows one that does not come before it$/,
    'die Nachricht $1 folgt auf eine, die nicht davor steht',
  ],
  [/^message (\S+) is there twice$/, 'die Nachricht $1 steht zweimal da'],
  [
    /^message (\S+) does not sort after the one that it follows$/,
    'die Nachricht $1 kommt nicht hinter der, auf die sie folgt',
  ],
  [/^the end of its path is not there$/, 'das Ende seines Verlaufs fehlt'],
  [/^the id of a tool call is not one of ours: (.+)$/, 'die Kennung eines Aufrufs ist keine von uns: $1'],
  [
    /^the call (\S+) of a tool refers to a message that is not there$/,
    'der Aufruf $1 gehört zu einer Nachricht, die fehlt',
  ],
  [/^it holds something of another chat, among its \S+$/, 'darin steht etwas aus einem anderen Chat'],
  [/^an id in it is longer than any of ours$/, 'eine Kennung darin ist länger als jede von uns'],
  [/^a line is longer than any of ours$/, 'eine Zeile ist länger als jede von uns'],
  [
    /^(.+) has no manifest\.json: it is no export of Metis in its own format$/,
    '$1 hat kein manifest.json: das ist kein Export von Metis im eigenen Format',
  ],
  [/^the file is no zip file, or its end is missing: (.+)$/, 'die Datei ist keine Zip-Datei, oder ihr Ende fehlt: $1'],
  [/^(.+) is no zip file, or its end is missing: (.+)$/, '$1 ist keine Zip-Datei, oder ihr Ende fehlt: $2'],
  [/^it is nested too deeply$/, 'es ist zu tief verschachtelt'],
  [/^there is a preset of this name, or too many$/, 'eine Vorlage dieses Namens gibt es schon, oder es sind zu viele'],
]

const ALL = [...SENTENCES, ...CLAIMS]

/** A sentence in German, as are those within it; where it has no German here, as it came. */
export function inGerman(sentence: string): string {
  for (const [said, german] of ALL) {
    const found = said.exec(sentence)
    if (found) return german.replace(/\$(\d)/g, (_, place) => inGerman(found[Number(place)] ?? ''))
  }
  const fault = faultInGerman(sentence)
  if (fault !== null) return fault
  // Two of them in one.
  const parts = sentence.split('; ')
  return parts.length > 1 ? parts.map(inGerman).join('; ') : sentence
}
