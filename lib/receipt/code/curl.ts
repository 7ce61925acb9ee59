import { KEY_PLACE, type WireCall } from './wire-call.ts'

/** Systems refuse an argument beyond 128 KB; one that is much shorter can still be read on a screen. */
const LONGEST_ARGUMENT = 32_000

const END = 'END_OF_BODY'

/**
 * For a POSIX shell, the key from its environment. The body is what goes over the wire, byte for byte; where it is long it
 * stands in a here-document, which adds the line break at its end. JSON on one line has no other, and no NUL.
 */
export function asCurl({ url, headers, body, key_variable }: WireCall): string {
  const json = JSON.stringify(body)
  const isLong = json.length > LONGEST_ARGUMENT
  const lines = [
    `curl --globoff --no-buffer ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${header(`${name}: ${value}`, key_variable)}`),
    isLong ? `--data-binary @- <<'${END}'` : `--data-binary ${quoted(json)}`,
  ]
  const command = lines.join(' \\\n  ')
  return isLong ? `${command}\n${json}\n${END}\n` : `${command}\n`
}

/** Between single quotes a shell reads nothing but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function header(text: string, variable: string): string {
  return text
    .split(KEY_PLACE)
    .map((part) => (part === '' ? '' : quoted(part)))
    .join(`"$${variable}"`)
}
