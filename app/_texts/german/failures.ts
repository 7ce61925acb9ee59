import type { Texts } from '../texts.ts'

export const failures: Texts['failures'] = {
  not_sent: 'Nicht gesendet',
  unreachable: 'Der Server ist nicht erreichbar. Läuft er noch?',
  answered: (status) => `Der Server hat mit ${status} geantwortet.`,
  titles: {
    unreachable: 'Der Server ist nicht erreichbar',
    turn_in_progress: 'Eine Antwort wird noch geschrieben',
    too_large: 'Die Nachricht ist zu groß',
    unsupported_media: 'Diese Art von Datei lässt sich nicht senden',
    unknown_model: 'Dieses Modell gibt es nicht',
    no_model: 'Kein Modell kann diese Nachricht annehmen',
    swap_refused: 'Dieses Modell kann das Gespräch nicht übernehmen',
    storage_full: 'Der Datenträger ist voll',
    storage_unavailable: 'Es lässt sich nichts speichern',
    not_found: 'Diesen Chat gibt es nicht mehr',
  },
  advice: {
    rate_limit: {
      title: 'Der Anbieter begrenzt die Zahl der Anfragen',
      advice: 'Warte ein wenig und sende noch einmal, oder wähle ein anderes Modell.',
    },
    auth: {
      title: 'Der Anbieter hat den Schlüssel abgelehnt',
      advice:
        'Prüfe den Schlüssel dieses Anbieters in der Datei .env und starte den Server neu. Andere Modelle funktionieren weiter.',
    },
    server_error: {
      title: 'Der Anbieter hat eine Störung',
      advice:
        'Sie liegt auf seiner Seite und geht meist vorüber. Sende gleich noch einmal, oder wähle ein anderes Modell.',
    },
    network: {
      title: 'Die Verbindung zum Anbieter ist abgebrochen',
      advice: 'Was schon da war, bleibt erhalten. Prüfe das Netz und die Basisadresse und sende dann noch einmal.',
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
    cancelled: { title: 'Gestoppt', advice: 'Was schon da war, bleibt erhalten. Die nächste Nachricht fängt neu an.' },
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
      advice: 'Der Grund steht unten. Was schon da war, bleibt erhalten; sende noch einmal, um weiterzumachen.',
    },
  },
}
