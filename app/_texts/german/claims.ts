/** Of what a source of the catalog speaks. */
export const CLAIMS: readonly (readonly [said: RegExp, german: string])[] = [
  [/^every model that takes pictures, all since (.+)$/, 'jedes Modell, das Bilder nimmt, alle seit $1'],
  [/^every model that takes pictures$/, 'jedes Modell, das Bilder nimmt'],
  [/^every active model$/, 'jedes Modell, das es noch gibt'],
  [/^every current model$/, 'jedes heutige Modell'],
  [/^every model with tools since (.+)$/, 'jedes Modell mit Werkzeugen seit $1'],
  [
    /^(\S+ [\d.]+) and newer, (\S+ [\d.]+) and newer, (\S+ [\d.]+) and newer$/,
    '$1 und neuer, $2 und neuer, $3 und neuer',
  ],
  [
    /^temperature: models after (.+) refuse any but 1, all others take it$/,
    'Temperatur: Modelle nach $1 lehnen alles außer 1 ab, alle anderen nehmen sie',
  ],
  [/^stop_sequences, for every model$/, 'stop_sequences, für jedes Modell'],
  [
    /^every active model; from ([\d.]+) on with versions that filter what they find by code$/,
    'jedes Modell, das es noch gibt; ab $1 mit Fassungen, die ihre Funde durch Code filtern',
  ],
  [/^(.+) as well: no forced tools$/, '$1 auch: kein Werkzeug lässt sich erzwingen'],
  [/^(.+) as well: thinking is always on$/, '$1 auch: es denkt immer nach'],
  [
    /^every current model but those whose page says otherwise$/,
    'jedes heutige Modell außer denen, deren Seite anderes sagt',
  ],
  [
    /^parallel_tool_calls, for every model that takes function tools$/,
    'parallel_tool_calls, für jedes Modell, das Funktionen als Werkzeuge nimmt',
  ],
  [
    /^all reasoning models, the o-series and (.+) and newer: sampling only while the effort is none$/,
    'alle Modelle, die nachdenken, die o-Reihe und $1 und neuer: Temperatur nur ohne Aufwand',
  ],
  [
    /^by a probe of the API: the o-series and (.+) and newer refuse them, others take them$/,
    'durch Ausprobieren: die o-Reihe und $1 und neuer lehnen sie ab, andere nehmen sie',
  ],
  [
    /^the tools of the Responses API; pictures only for models of which such a call was recorded or reported$/,
    'die Werkzeuge der Responses API; Bilder nur bei Modellen, von denen so ein Aufruf aufgezeichnet oder berichtet ist',
  ],
  [
    /^temperature, for every model but reasoning models; this one does not reason$/,
    'Temperatur, für jedes Modell, das nicht nachdenkt; dieses denkt nicht nach',
  ],
  [/^the scripted model behind this format$/, 'das Modell aus einem Skript hinter diesem Format'],
]
