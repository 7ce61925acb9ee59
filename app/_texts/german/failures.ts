import type { ErrorDetails } from '#lib/api/error.ts'
import type { Texts } from '../texts.ts'
import { faultInGerman } from './faults.ts'
import { format, plural } from './format.ts'
import { inGerman } from './sentences.ts'

const DOWNLOADS: Readonly<Record<ErrorDetails<'download_failed'>['reason'], string>> = {
  refused_address: 'Von dieser Adresse holt der Server nichts.',
  unreachable: 'Die Adresse des Bildes ist nicht erreichbar.',
  too_large: 'Das Bild unter dieser Adresse ist zu groß.',
  status: 'Unter dieser Adresse gibt es kein Bild.',
}

const REJECTIONS: NonNullable<Texts['failures']['routes']>['rejections'] = {
  not_configured: 'sein Anbieter ist hier nicht eingerichtet',
  provider_unavailable: 'sein Anbieter antwortet zurzeit nicht',
  no_vision_support: 'im Gespräch sind Bilder, und es nimmt keine',
  exceeds_context_window: 'das Gespräch ist zu lang für sein Fenster',
  no_tool_support: 'es braucht ein Werkzeug, und dieses Modell hat keine',
  no_system_prompt_support: 'das Gespräch hat einen Systemprompt, und es nimmt keinen',
  no_structured_output_support: 'die Antwort muss einem Schema folgen, und das kann es nicht versprechen',
}

/** Which models were tried, and what spoke against each. */
function nothingFound({ message, details }: { message: string; details: unknown }): string {
  const { chain = [] } = (details ?? {}) as Partial<ErrorDetails<'no_model'>>
  const tried = chain.flatMap(({ model, rejection }) => {
    const why = rejection && Object.hasOwn(REJECTIONS, rejection) ? REJECTIONS[rejection] : null
    return model && why ? `${model}: ${why}` : []
  })
  const isNoneNamed = chain.length > 0 && chain.every(({ verdict }) => verdict === 'not_applicable')
  const reason = isNoneNamed
    ? 'Kein Modell ist verlangt, gewählt oder als Standard gesetzt'
    : tried.join('; ') || message
  return `Es wurde nichts gespeichert. Der Grund: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

/** What is wrong in a request: by the fault alone where that has German words, else with its place. */
function faultWords(details: unknown): string {
  const faults = Array.isArray(details) ? (details as ErrorDetails<'invalid_request'>) : []
  const words = faults.map(({ path, problem }) => {
    const german = inGerman(problem)
    if (german !== problem || path === '') return german
    return faultInGerman(`${path} ${problem}`) ?? `${path}: ${problem}`
  })
  return words.join('; ')
}

const STORAGE: Readonly<Record<ErrorDetails<'storage_unavailable'>['kind'], string>> = {
  locked: 'Ein anderes Programm sperrt die Datenbank. Beende es, und versuche es noch einmal.',
  damaged: 'Die Datenbank ist beschädigt. Spiele eine Sicherung zurück.',
  not_a_database: 'Unter dem Namen der Datenbank liegt etwas anderes. Lege die Datenbank zurück.',
  empty: 'Die Datei der Datenbank ist leer. Spiele eine Sicherung zurück, oder lösche sie, um neu zu beginnen.',
  read_only: 'Die Datenbank ist schreibgeschützt. Erlaube dem Server, in seinen Datenordner zu schreiben.',
  no_permission: 'Der Server darf die Datenbank nicht öffnen. Gib ihm die Rechte an seinem Datenordner.',
  missing: 'Der Datenordner ist weg. Lege ihn zurück, oder starte den Server neu.',
  io: 'Der Datenträger meldet einen Fehler. Prüfe ihn, bevor du weitermachst.',
  unreachable: 'Der Server der Datenbank ist nicht erreichbar. Prüfe seine Adresse und das Netz.',
  token_refused: 'Der Server der Datenbank lehnt das Token ab. Gib Metis ein gültiges.',
}

const BUDGETS = {
  installation: 'Das Budget',
  person: 'Dein Budget',
  team: 'Das Budget des Teams',
  member: 'Dein Budget im Team',
}

function budgetSpent({ message, details }: { message: string; details: unknown }): string {
  const { reason, scope, period, limit_usd, left_usd, estimate_usd, ends_at, route_to } = (details ?? {}) as Partial<
    ErrorDetails<'budget_spent'>
  >
  if (reason === 'unpriced')
    return 'Dieses Modell hat keinen Preis, deshalb könnte das Budget es nicht zählen. Gib ihm einen Preis, oder lass im Budget Modelle ohne Preis zu.'
  if (!scope || !left_usd || !limit_usd || !estimate_usd || !ends_at) return message
  const left = left_usd === '0' ? 'nichts' : format.roughCost(left_usd)
  const time = period === 'day' ? 'diesen Tag' : 'diesen Monat'
  const way = route_to ? ` Bis dahin lässt sich noch ${route_to} fragen.` : ''
  return `Diese Nachricht kostet vielleicht etwa ${format.roughCost(estimate_usd)}. ${BUDGETS[scope]} von ${format.cost(limit_usd)} für ${time} hat bis ${format.moment(new Date(ends_at))} noch ${left} übrig.${way}`
}

const OIDC_PROBLEMS: Readonly<Record<ErrorDetails<'oidc_failed'>['problem'], string>> = {
  unavailable:
    'Der Identitätsanbieter ist nicht erreichbar oder antwortet anders, als er sollte. Melde dich anders an.',
  refused: 'Was der Identitätsanbieter gesagt hat, ließ sich nicht prüfen.',
  declined: 'Der Identitätsanbieter hat dich nicht angemeldet.',
  unknown: 'Mit diesem Konto meldet sich hier niemand an.',
  taken: 'Dieses Konto ist hier schon verknüpft.',
}

export const failures: Texts['failures'] = {
  not_sent: 'Nicht gesendet',
  said: inGerman,
  refusals: {
    unreachable: () => 'Der Server ist nicht erreichbar. Läuft er noch?',
    unknown: ({ status }) => `Der Server hat mit ${status} geantwortet.`,
    invalid_request: ({ message, details }) => `Der Server hat das nicht angenommen: ${faultWords(details) || message}`,
    sign_in_required: () => 'Du bist nicht oder nicht mehr angemeldet.',
    another_person: () => 'Inzwischen hat sich hier jemand anders angemeldet. Lade die Seite neu.',
    wrong_credentials: () => 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
    unknown_passkey: () =>
      'Dieser Passkey ist hier nicht bekannt oder wurde hier entfernt. Melde dich anders an, und entferne ihn aus deinem Gerät.',
    passkey_refused: () =>
      'Was das Gerät zu diesem Passkey sagt, stimmt nicht. Versuche es noch einmal, oder melde dich anders an.',
    passkey_copied: () =>
      'Dieser Passkey wurde inzwischen anderswo verwendet, vielleicht gibt es eine Kopie. Melde dich anders an, und entferne ihn.',
    passkey_taken: () => 'Diesen Passkey gibt es hier schon.',
    challenge_unusable: () =>
      'Das hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuche es noch einmal.',
    proof_required: () => 'Zeig zuerst, dass du es bist: mit dem Passwort, oder melde dich noch einmal an.',
    last_credential: () => 'Ohne das kannst du dich nicht mehr anmelden. Füge zuerst etwas anderes hinzu.',
    oidc_failed: ({ message, details }) => {
      const { problem } = (details ?? {}) as Partial<ErrorDetails<'oidc_failed'>>
      return problem === undefined ? message : OIDC_PROBLEMS[problem]
    },
    email_taken: () => 'Mit dieser E-Mail-Adresse ist hier schon jemand.',
    last_owner: () => 'Sonst gehört diese Installation niemandem mehr. Mach zuerst jemand anderen zum Inhaber.',
    link_unusable: () => 'Dieser Link gilt nicht mehr. Lass dir einen neuen geben.',
    too_many_attempts: ({ details }) => {
      const { seconds = 60 } = (details ?? {}) as Partial<ErrorDetails<'too_many_attempts'>>
      return `Das waren zu viele Versuche. Versuche es in ${plural(seconds, 'einer Sekunde', `${seconds} Sekunden`)} noch einmal.`
    },
    role_required: () => 'Dafür hast du in dieser Installation nicht die nötige Rolle.',
    forbidden_origin: () => 'Diese Seite hat eine fremde Adresse, deshalb nimmt der Server nichts von ihr an.',
    budget_spent: budgetSpent,
    secrets_found: () =>
      'Darin steht etwas, das wie ein Geheimnis aussieht oder zu jemandem führt. Verdecke es, oder bestätige, dass es bleiben soll.',
    preview_outdated: () => 'Das Gespräch hat sich seit der Vorschau geändert. Sieh sie dir noch einmal an.',
    link_lost: () =>
      'Der Link entstand unter einem anderen Geheimnis dieser Installation. Er führt noch zum Geteilten, lässt sich aber nicht noch einmal anzeigen.',
    password_required: () => 'Dieses Gespräch hat ein Passwort, und dieses ist es nicht.',
    budget_taken: () => 'Dafür gibt es schon ein Budget. Ändere seine Grenze, oder lösche es zuerst.',
    policy_denied: ({ message }) => `Die Regeln dieser Installation erlauben das nicht: ${message}`,
    not_found: () => 'Das gibt es auf dem Server nicht, oder nicht mehr.',
    turn_in_progress: () => 'Eine Antwort wird noch geschrieben. Warte, bis sie fertig ist, oder stoppe sie.',
    import_running: () => 'Ein anderer Import von dir läuft noch. Warte, bis er fertig ist, oder nimm ihn zurück.',
    import_not_ready: ({ message }) => `Das geht mit diesem Import gerade nicht: ${inGerman(message)}`,
    name_taken: () => 'Diesen Namen gibt es schon. Nimm einen anderen.',
    price_conflict: () =>
      'Inzwischen gilt zu diesem Zeitpunkt eine andere Preisversion. Sieh sie dir an und veröffentliche dann noch einmal.',
    reprice_conflict: () =>
      'Für diese Zeit gilt schon eine Neuberechnung mit anderen Preisen, oder sie wird gerade zurückgenommen. Nimm sie zuerst zurück.',
    invalid_rules: ({ message }) => `Diese Regeln stimmen nicht: ${inGerman(message)}`,
    rules_conflict: () =>
      'Inzwischen wurden andere Regeln gespeichert. Sieh dir an, was sich geändert hat, und speichere dann noch einmal.',
    invalid_prices: ({ message }) => `Diese Zeilen stimmen nicht: ${message}`,
    deleted_since: () => 'Danach wurde in diesem Chat noch etwas gelöscht. Mach zuerst das rückgängig.',
    too_many: ({ details }) => {
      const { limit } = (details ?? {}) as Partial<ErrorDetails<'too_many'>>
      return limit === undefined ? 'Mehr davon gehen nicht.' : `Mehr als ${limit} gehen nicht. Lösche zuerst eines.`
    },
    too_large: ({ message, details }) => {
      const { limit_bytes } = (details ?? {}) as Partial<ErrorDetails<'too_large'>>
      return limit_bytes === undefined
        ? `Das ist zu groß: ${message}`
        : `Das ist größer als ${format.size(limit_bytes)}.`
    },
    unsupported_media: ({ message }) => `Diese Art von Datei lässt sich nicht senden: ${inGerman(message)}`,
    unknown_model: ({ message, details }) => {
      const { model } = (details ?? {}) as Partial<ErrorDetails<'unknown_model'>>
      return model === undefined ? message : `Kein Anbieter kann ein Modell namens ${model} haben.`
    },
    no_model: nothingFound,
    swap_refused: () => 'Im Gespräch sind Bilder, und dieses Modell nimmt keine.',
    brief_failed: ({ message }) =>
      `Es ließ sich keine Zusammenfassung schreiben. Im Chat ist nichts geändert: ${inGerman(message)}`,
    description_failed: ({ message }) =>
      `Ein Bild ließ sich nicht beschreiben. Im Chat ist nichts geändert: ${inGerman(message)}`,
    download_failed: ({ message, details }) => {
      const { reason } = (details ?? {}) as Partial<ErrorDetails<'download_failed'>>
      return reason === undefined ? message : DOWNLOADS[reason]
    },
    idempotency_mismatch: () => 'Unter demselben Schlüssel wurde schon etwas anderes gesendet. Lade die Seite neu.',
    provider_refused: ({ message }) => `Mit diesen Angaben ging es nicht: ${message}`,
    secret_unusable: ({ message }) =>
      `Das Geheimnis für die Schlüssel lässt sich nicht verwenden: ${inGerman(message)}`,
    internal_error: () => 'Auf dem Server ist ein Fehler aufgetreten. Sein Protokoll sagt, welcher.',
    storage_unavailable: ({ message, details }) => {
      const { kind } = (details ?? {}) as Partial<ErrorDetails<'storage_unavailable'>>
      return kind && Object.hasOwn(STORAGE, kind)
        ? STORAGE[kind]
        : `Der Speicher ist gerade nicht verwendbar: ${message}`
    },
    storage_full: () => 'Es wurde nichts gespeichert. Schaffe Platz und sende dann noch einmal.',
  },
  trials: {
    some_provider: 'Der Anbieter',
    works: (provider, models) =>
      models === null ? `${provider} antwortet.` : `${provider}: ${plural(models, '1 Modell', `${models} Modelle`)}.`,
    problems: {
      key_refused: (provider, said) => `${provider} lehnt diesen Schlüssel ab${said}.`,
      no_credit: (provider, said) => `${provider} nimmt diesen Schlüssel an, aber das Konto hat kein Guthaben${said}.`,
      unreachable: (provider, said) =>
        `${provider} ist nicht erreichbar, deshalb ist über den Schlüssel nichts bekannt${said}.`,
      no_list: (provider, said) =>
        `${provider} antwortet, aber nicht mit einer Liste von Modellen: Prüfe die Adresse, oder nenne die Modelle selbst${said}.`,
      no_models: (provider, said) => `${provider} antwortet und hat keine Modelle${said}.`,
      refused: (provider, said) => `${provider} antwortet mit einem Fehler${said}.`,
    },
  },
  policies: {
    per_message_override: 'In der Nachricht',
    manual_sticky: 'Für diesen Chat',
    rule: 'Regeln',
    pattern: 'Muster',
    delegate_request: 'Anderes Modell',
    workspace_default: 'Ordner',
    global_default: 'Standardmodell',
  },
  routes: {
    verdicts: {
      not_applicable: 'nichts verlangt',
      deferred: 'nicht mehr gebraucht',
      chose: 'gewählt',
    },
    rejections: REJECTIONS,
    chosen: { override: true, manual: true, default: true },
    by_alias: (alias) => `als ${alias}`,
  },
  ways: { stay: 'Beim jetzigen Modell bleiben' },
  storage: {
    full: () =>
      'Der Datenträger ist voll. Diese Antwort bleibt im Arbeitsspeicher und wird gespeichert, sobald Platz ist.',
    locked: () =>
      'Ein anderes Programm sperrt die Datenbank. Diese Antwort bleibt im Arbeitsspeicher und wird gespeichert, sobald sie frei ist.',
    unreachable: () =>
      'Die Datenbank ist nicht erreichbar. Diese Antwort bleibt im Arbeitsspeicher und wird gespeichert, sobald sie wieder da ist.',
    missing: () =>
      'Der Datenordner ist weg. Diese Antwort bleibt im Arbeitsspeicher und wird gespeichert, sobald er wieder da ist.',
  },
  titles: {
    unreachable: 'Der Server ist nicht erreichbar',
    turn_in_progress: 'Eine Antwort wird noch geschrieben',
    too_large: 'Die Nachricht ist zu groß',
    unsupported_media: 'Diese Art von Datei lässt sich nicht senden',
    unknown_model: 'Dieses Modell gibt es nicht',
    no_model: 'Kein Modell kann diese Nachricht annehmen',
    budget_spent: 'Das Budget reicht dafür nicht',
    brief_failed: 'Es ließ sich keine Zusammenfassung schreiben',
    description_failed: 'Ein Bild ließ sich nicht beschreiben',
    swap_refused: 'Dieses Modell kann das Gespräch nicht übernehmen',
    storage_full: 'Der Datenträger ist voll',
    storage_unavailable: 'Es lässt sich nichts speichern',
    not_found: 'Diesen Chat gibt es nicht mehr',
  },
  kept: 'Was schon da war, bleibt erhalten.',
  to_settings: 'Anbieter und Schlüssel',
  advice: {
    overloaded: {
      title: 'Der Anbieter ist überlastet',
      advice:
        'Gerade fragen ihn zu viele, das geht meist vorüber. Sende bald noch einmal, oder wähle ein anderes Modell.',
    },
    unreachable: {
      title: 'Der Anbieter ist nicht erreichbar',
      advice: 'Von der Anfrage ist dort nichts angekommen. Prüfe, ob er läuft, seine Adresse und das Netz.',
    },
    budget_spent: {
      title: 'Das Budget ist aufgebraucht',
      advice:
        'Was noch übrig ist, steht unten. Ein anderes Modell kostet vielleicht weniger; wer diese Installation betreibt, kann die Grenze anheben.',
    },
    refused_before: {
      title: 'Nicht noch einmal gesendet',
      advice:
        'Der Anbieter hat genau diese Anfrage schon einmal abgelehnt, mit den Worten unten, und täte es wieder. Frag ein anderes Modell, oder ändere etwas daran.',
    },
    rate_limit: {
      title: 'Der Anbieter begrenzt die Zahl der Anfragen',
      advice: 'Warte ein wenig und sende noch einmal, oder wähle ein anderes Modell.',
    },
    auth: {
      title: 'Der Anbieter hat den Schlüssel abgelehnt',
      advice:
        'Füge in den Einstellungen einen gültigen ein, oder berichtige den in der Datei .env. Modelle anderer Anbieter funktionieren weiter.',
    },
    server_error: {
      title: 'Der Anbieter hat eine Störung',
      advice:
        'Sie liegt auf seiner Seite und geht meist vorüber. Sende gleich noch einmal, oder wähle ein anderes Modell.',
    },
    network: {
      title: 'Die Verbindung zum Anbieter ist abgebrochen',
      advice: 'Prüfe das Netz und sende dann noch einmal.',
    },
    context_overflow: {
      title: 'Das Gespräch ist zu lang für dieses Modell',
      advice: 'Wähle ein Modell mit größerem Kontextfenster, oder beginne einen neuen Chat.',
    },
    invalid_request: {
      title: 'Der Anbieter hat die Anfrage nicht angenommen',
      advice:
        'Seine eigenen Worte stehen unten. Vielleicht nimmt ein anderes Modell sie an; eine kürzere oder einfachere Nachricht kann helfen.',
    },
    cancelled: { title: 'Gestoppt', advice: 'Die nächste Nachricht fängt neu an.' },
    billing: {
      title: 'Das Guthaben des Kontos ist aufgebraucht',
      advice:
        'Lade beim Anbieter Guthaben auf oder erhöhe dort die Grenze, oder wähle ein Modell eines anderen Anbieters.',
    },
    content_filter: {
      title: 'Der Inhaltsfilter des Anbieters hat das gestoppt',
      advice: 'Formuliere es anders, oder wähle ein anderes Modell.',
    },
    not_found: {
      title: 'Der Anbieter kennt dieses Modell nicht',
      advice: 'Vielleicht wurde es umbenannt, eingestellt oder nicht installiert. Wähle ein anderes Modell.',
    },
    other: {
      title: 'Die Antwort ließ sich nicht beenden',
      advice: 'Der Grund steht unten. Sende noch einmal, um weiterzumachen.',
    },
  },
}
