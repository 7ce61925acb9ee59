/** What is wrong with a place in the routing rules, in `models.yaml` or in a request; what Zod says by itself is among it. */
const FAULTS: readonly (readonly [said: RegExp, german: string])[] = [
  [/^must be a text$/, 'muss ein Text sein'],
  [/^must not be empty: it would hold for every message$/, 'darf nicht leer sein: Das träfe auf jede Nachricht zu'],
  [/^must not be empty$/, 'darf nicht leer sein'],
  [/^must be a list of texts$/, 'muss eine Liste von Texten sein'],
  [/^must name at least one condition$/, 'muss mindestens eine Bedingung nennen'],
  [/^must name at least one$/, 'muss mindestens eines nennen'],
  [/^must be a whole number$/, 'muss eine ganze Zahl sein'],
  [/^must not be negative$/, 'darf nicht negativ sein'],
  [
    /^must be at least 1: no message has fewer than none$/,
    'muss mindestens 1 sein: Keine Nachricht hat weniger als keines',
  ],
  [/^must be a regular expression$/, 'muss ein regulärer Ausdruck sein'],
  [
    /^is longer than (\d+) characters: make several rules of it$/,
    'ist länger als $1 Zeichen: Mach mehrere Regeln daraus',
  ],
  [
    /^repeats too much: take smaller numbers in its braces$/,
    'wiederholt zu viel: Nimm kleinere Zahlen in den Klammern',
  ],
  [
    /^is no regular expression: (.+); there is no looking ahead or behind, and no reference back$/,
    'ist kein regulärer Ausdruck: $1; nach vorn oder hinten schauen und zurückverweisen geht nicht',
  ],
  [/^is no regular expression: (.+)$/, 'ist kein regulärer Ausdruck: $1'],
  [/^must be an amount in dollars, for instance (.+)$/, 'muss ein Betrag in Dollar sein, zum Beispiel $1'],
  [/^must be an amount in dollars$/, 'muss ein Betrag in Dollar sein'],
  [/^must be the ending of a file name, for instance (.+)$/, 'muss die Endung eines Dateinamens sein, zum Beispiel $1'],
  [/^must be a list of endings$/, 'muss eine Liste von Endungen sein'],
  [/^must be a time as (.+)$/, 'muss eine Uhrzeit wie $1 sein'],
  [/^must be two times: (.+)$/, 'müssen zwei Uhrzeiten sein: $1'],
  [/^begins when it ends: leave it out for the whole day$/, 'beginnt, wenn es endet: Lass es für den ganzen Tag weg'],
  [/^must not be longer than (\d+) characters$/, 'darf nicht länger als $1 Zeichen sein'],
  [/^must be at most (\d+) characters$/, 'darf nicht länger als $1 Zeichen sein'],
  [/^must be true or false$/, 'muss true oder false sein'],
  [/^must be a list of side effects$/, 'muss eine Liste von Nebenwirkungen sein'],
  [/^must be a list of conditions$/, 'muss eine Liste von Bedingungen sein'],
  [/^must be a condition: a predicate and its value$/, 'muss eine Bedingung sein: ein Prädikat und sein Wert'],
  [
    /^is nested deeper than (\d+) levels: nobody reads that$/,
    'ist tiefer als $1 Ebenen verschachtelt: Das liest niemand',
  ],
  [
    /^must be small letters, digits, points and hyphens$/,
    'müssen Kleinbuchstaben, Ziffern, Punkte und Bindestriche sein',
  ],
  [/^must be the id or an alias of a model$/, 'muss die Kennung oder ein Alias eines Modells sein'],
  [/^must be the name of a time zone, for instance (.+)$/, 'muss der Name einer Zeitzone sein, zum Beispiel $1'],
  [/^must be the name of a time zone$/, 'muss der Name einer Zeitzone sein'],
  [/^must be names and the models that they stand for$/, 'müssen Namen und die Modelle sein, für die sie stehen'],
  [/^must have match and use$/, 'braucht match und use'],
  [/^must be a list of folders$/, 'muss eine Liste von Ordnern sein'],
  [/^must be a list of rules$/, 'muss eine Liste von Regeln sein'],
  [/^must not be more than (\d+)$/, 'dürfen nicht mehr als $1 sein'],
  [
    /^is no setting that there is: mend its name, or take it out$/,
    'ist keine Einstellung, die es gibt: Verbessere den Namen, oder nimm sie heraus',
  ],
  [/^is no YAML: (.+)$/s, 'ist kein YAML: $1'],
  [/^repeats its anchors too often: write them out$/, 'wiederholt seine Anker zu oft: Schreib sie aus'],
  [/^is not of the form that is asked for$/, 'hat nicht die verlangte Form'],
  [/^is the name of a model already: take another one$/, 'ist schon der Name eines Modells: Nimm einen anderen'],
  [/^is the name of rule (\d+) already: (.+)$/, 'ist schon der Name von Regel $1: $2'],
  [/^stands for itself: (.+)$/, 'steht für sich selbst: $1'],
  [/^names no model that is known here: (.+)\. Near it: (.+)$/, 'nennt kein Modell, das es hier gibt: $1. Ähnlich: $2'],
  [/^names no model that is known here: (.+)$/, 'nennt kein Modell, das es hier gibt: $1'],
  [
    /^never holds: no message has more than (-?\d+) tokens and fewer than (\d+)$/,
    'gilt nie: Keine Nachricht hat mehr als $1 und weniger als $2 Tokens',
  ],
  [/^never holds: (\S+) cannot be both$/, 'gilt nie: $1 kann nicht beides sein'],
  [/^never holds: it asks for something and for its opposite$/, 'gilt nie: Sie verlangt etwas und das Gegenteil davon'],
  [
    /^is never reached: (.+) before it holds whenever it does$/,
    'wird nie erreicht: Davor gilt immer schon $1, wenn sie gelten würde',
  ],
  // Of models.yaml.
  [
    /^is no name for a provider: small letters, digits and hyphens, beginning with a letter, 32 at most$/,
    'ist kein Name für einen Anbieter: höchstens 32 Kleinbuchstaben, Ziffern und Bindestriche, vorn ein Buchstabe',
  ],
  [/^is the name of the demo$/, 'ist der Name der Demo'],
  [
    /^must be the name of an environment variable, and never the key itself$/,
    'muss der Name einer Umgebungsvariable sein, nie der Schlüssel selbst',
  ],
  [
    /^must be one line of visible ASCII characters without spaces$/,
    'muss eine Zeile sichtbarer ASCII-Zeichen ohne Leerzeichen sein',
  ],
  [/^must be one line of visible ASCII characters$/, 'muss eine Zeile sichtbarer ASCII-Zeichen sein'],
  [/^must be one of (.+)$/, 'muss eines davon sein: $1'],
  [/^must be the name of a header$/, 'muss der Name eines Headers sein'],
  [/^must be a model id of the form provider:name$/, 'muss eine Kennung der Form anbieter:name sein'],
  [/^must be a date such as (.+)$/, 'muss ein Datum wie $1 sein'],
  [
    /^must be an http or https address, without user name or fragment$/,
    'muss eine http- oder https-Adresse sein, ohne Benutzernamen und Fragment',
  ],
  [/^must be a domain, without a scheme$/, 'muss eine Domain sein, ohne http://'],
  [/^has no base_url: give the address of its server$/, 'hat keine base_url: Gib die Adresse seines Servers an'],
  [
    /^must be (\S+): a model is reached through the adapter before its colon$/,
    'muss $1 sein: Ein Modell wird über den Adapter vor seinem Doppelpunkt erreicht',
  ],
  [/^is an alias of (\S+) already$/, 'ist schon ein Alias von $1'],
  [
    /^must be free, unpriced or a model with a row in the price table of (.+)$/,
    'muss free, unpriced oder ein Modell mit einer Zeile in der Preistabelle $1 sein',
  ],
  // What Zod says where we say nothing.
  [/^Invalid input: expected (.+), received undefined$/, 'fehlt: verlangt ist $1'],
  [/^Invalid input: expected (.+), received (\S+)$/, 'hat die falsche Art: verlangt ist $1, da steht $2'],
  [/^Invalid (?:option|input): expected (?:one of )?(.+)$/, 'muss eines davon sein: $1'],
  [/^Too big: expected \S+ to have <=(\d+) characters$/, 'darf nicht länger als $1 Zeichen sein'],
  [/^Too small: expected \S+ to have >=(\d+) characters$/, 'muss mindestens $1 Zeichen haben'],
  [/^Too big: expected \S+ to have <=(\d+) (?:items|keys)$/, 'darf nicht mehr als $1 Einträge haben'],
  [/^Too small: expected \S+ to have >=(\d+) (?:items|keys)$/, 'muss mindestens $1 Einträge haben'],
  [/^Too big: expected \S+ to be (<=?)(\S+)$/, 'ist zu groß: verlangt ist $1 $2'],
  [/^Too small: expected \S+ to be (>=?)(\S+)$/, 'ist zu klein: verlangt ist $1 $2'],
  [/^Invalid string: must match pattern (.+)$/, 'muss diesem Muster entsprechen: $1'],
  [/^Invalid number: must be a multiple of (.+)$/, 'muss ein Vielfaches von $1 sein'],
  [/^Invalid ISO datetime$/, 'muss ein Zeitpunkt sein, zum Beispiel 2026-01-05T10:00:00Z'],
  [/^Invalid ISO date$/, 'muss ein Datum sein, zum Beispiel 2026-01-05'],
  [/^Invalid input$/, 'hat eine Form, die nicht geht'],
  [/^Unrecognized keys?: (.+)$/, 'hat unbekannte Angaben: $1'],
]

const PLACE =
  /^(?:line (\d+): )?(?:(rule|folder) (\d+)(?: \((.*?)\))?(?:, (\S+(?: \d+\S*)*))?|(the file|(?:aliases|models|adapters)\..+?|\S+(?: \d+\S*)*?)) ((?:must|is|has|names|begins|never|repeats|stands|Invalid|Too|Unrecognized)\b.*?)(?:, and (\d+) more)?$/s

/** Of a place in a text that somebody wrote: which, and what is wrong with it. Null for anything else, and where that has no German. */
export function faultInGerman(sentence: string): string | null {
  const [, line, item, number, name, keys, key, problem = '', more] = PLACE.exec(sentence) ?? []
  const german = phraseInGerman(problem)
  if (german === null) return null
  const known = name === undefined ? '' : ` (${name})`
  const where = item
    ? `${item === 'rule' ? 'Regel' : 'Ordner'} ${number}${known}${keys ? `, ${keys}` : ''}`
    : key === 'the file'
      ? 'die Datei'
      : key
  return `${line ? `Zeile ${line}: ` : ''}${where}: ${german}${more ? `, und ${more} mehr` : ''}`
}

function phraseInGerman(problem: string): string | null {
  for (const [said, german] of FAULTS) {
    const found = said.exec(problem)
    if (found) return german.replace(/\$(\d)/g, (_, place) => found[Number(place)] ?? '')
  }
  return null
}
