import { format, plural } from './format.ts'

/** Around code, pictures and files, wherever they are shown. */
export const content = {
  copy: 'Copy',
  copy_code: 'Copy code',
  wrap: 'Wrap long lines',
  show_diagram: 'Show diagram',
  show_source: 'Show source',
  download_as: (name: string) => `Download as ${name}`,
  look_into: (name: string) => `Look into ${name}`,
  download: (name: string) => `Download ${name}`,
  lines: (lines: number) => `${format.count(lines)}\u00a0${plural(lines, 'line', 'lines')}`,
  show_all: (lines: number) => `Show all ${format.count(lines)} lines`,
  show_first: 'Show the first lines only',
  forced_order: 'Holds marks that change the direction of text. It is shown in the order in which it stands.',
  text: 'Text',
  no_language: 'text',
  picture_of: (type: string) => `Picture (${type})`,
  not_shown: 'Not shared',
  attached: 'Attached',
  attach_copy: 'Attach a copy',
}
