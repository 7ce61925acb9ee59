import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

const moment = (iso: string) => format.moment(new Date(iso))

export const backups: LateTexts['backups'] = {
  title: 'Sicherungen',
  about:
    'Eine Sicherung enthält alle Chats, Personen und Einstellungen sowie die Anhänge. Sie ist ein Ordner auf dem Server, wird nach dem Schreiben noch einmal gelesen und mit npm run restore zurückgespielt.',
  secret: {
    environment:
      'METIS_SECRET ist nicht darin: Bewahre es anderswo auf, denn ohne es müssen die gespeicherten Schlüssel neu eingefügt werden.',
    file: 'Die Datei „secret“ ist nicht darin: Bewahre eine Kopie anderswo auf, denn ohne sie müssen die gespeicherten Schlüssel neu eingefügt werden.',
  },
  latest: 'Letzte Sicherung',
  latest_is: (at, bytes, uploads) =>
    `${moment(at)}, ${format.size(bytes)} mit ${plural(uploads, '1 Anhang', `${format.count(uploads)} Anhängen`)}`,
  none: 'Es gibt noch keine.',
  next: 'Nächste Sicherung',
  next_is: (at, keep) =>
    `${moment(at)}${keep === null ? '' : `; ${plural(keep, 'die neueste wird behalten', `die neuesten ${format.count(keep)} werden behalten`)}`}`,
  by_hand: 'Nur wenn jemand eine anlegt. METIS_BACKUP_EVERY=24h legt jeden Tag eine an.',
  folder: 'Ordner',
  now: 'Jetzt sichern',
  running: 'Sicherung wird geschrieben…',
  missing: (uploads) =>
    plural(
      uploads,
      '1 Anhang fehlte auf dem Server oder war beschädigt und ist nicht in der letzten Sicherung.',
      `${format.count(uploads)} Anhänge fehlten auf dem Server oder waren beschädigt und sind nicht in der letzten Sicherung.`,
    ),
  failed: (at, reason) => `Der Versuch vom ${moment(at)} ist gescheitert: ${reason}`,
}
