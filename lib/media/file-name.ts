const LONGEST = 120
const NAMELESS = 'file'

/**
 * A file's name as it may be stored, shown and sent: without folders, control characters, marks that turn the direction
 * of writing, and not so long that it hides its end.
 */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return clean === '' ? NAMELESS : shortened(clean)
}

/** With its extension, by which it is known. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const extension = /\.[^.]{1,12}$/.exec(name)?.[0] ?? ''
  return `${characters.slice(0, LONGEST - 1 - extension.length).join('')}…${extension}`
}

/** In lower case, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  return /\.([^.\s]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
