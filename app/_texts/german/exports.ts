import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

export const exports: LateTexts['exports'] = {
  title: 'Diesen Chat exportieren',
  verify: 'Einen vorhandenen Export prüfen',
  format: 'Dateiformat',
  formats: {
    ndjson: {
      label: 'Alles, verlustfrei',
      about:
        'Ein Zip mit jedem Zweig, jedem Aufruf, allen Kosten und den Anhängen. Es lässt sich prüfen, und nichts geht verloren.',
    },
    markdown: {
      label: 'Als Markdown',
      about: 'Was zu sehen ist, als Text. Bilder und Dokumente liegen daneben, in einem Zip.',
    },
    html: {
      label: 'Eine Seite zum Lesen',
      about:
        'Was zu sehen ist, mit den Bildern darin. Sie öffnet sich in jedem Browser, lädt nichts nach und lässt sich drucken.',
    },
    wire: {
      label: 'Was ein Modell bekommt',
      about: 'Die Anfrage, die jetzt hinausginge, als JSON: repariert und so, wie ein Anbieter sie erwartet.',
    },
  },
  wire_type: 'Wie gesendet an',
  own_wire: 'sein eigenes Modell',
  cancel: 'Abbrechen',
  download: 'Herunterladen',
  everything: 'Alles exportieren',
  everything_about: 'Alle deine Chats, auch das Archiv, in einem Zip. Schlüssel von Anbietern sind nie dabei.',
  stop: 'Anhalten',
  begins: 'Beginnt…',
  so_far: (chats, of, bytes) =>
    `${format.count(chats)} von ${plural(of, '1 Chat', `${format.count(of)} Chats`)}, bisher ${format.size(bytes)}`,
  done: (chats, bytes) => `Fertig: ${plural(chats, '1 Chat', `${format.count(chats)} Chats`)}, ${format.size(bytes)}.`,
  stopped: 'Angehalten. Was heruntergeladen wurde, ist keine ganze Datei.',
  failed: 'Es brach ab, und was heruntergeladen wurde, ist keine ganze Datei. Im Protokoll des Servers steht, warum.',
}
