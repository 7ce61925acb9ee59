import type { Texts } from '../texts.ts'
import { format, plural } from './format.ts'

export const content: Texts['content'] = {
  copy: 'Kopieren',
  copy_code: 'Code kopieren',
  wrap: 'Lange Zeilen umbrechen',
  show_diagram: 'Diagramm zeigen',
  show_source: 'Quelltext zeigen',
  download_as: (name) => `Als ${name} herunterladen`,
  look_into: (name) => `In ${name} hineinsehen`,
  download: (name) => `${name} herunterladen`,
  lines: (lines) => `${format.count(lines)}\u00a0${plural(lines, 'Zeile', 'Zeilen')}`,
  show_all: (lines) => `Alle ${format.count(lines)} Zeilen zeigen`,
  show_first: 'Nur die ersten Zeilen zeigen',
  forced_order:
    'Enthält Zeichen, die die Richtung des Textes ändern. Gezeigt wird er in der Reihenfolge, in der er dasteht.',
  text: 'Text',
  no_language: 'Text',
  picture_of: (type) => `Bild (${type})`,
  not_shown: 'Nicht geteilt',
  attached: 'Angehängt',
  attach_copy: 'Kopie anhängen',
}
