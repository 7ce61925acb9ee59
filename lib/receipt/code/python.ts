import type { JsonObject } from '../../canonical/json.ts'
import type { WireLibrary } from '../../canonical/wire-library.ts'
import { literal, PYTHON } from './literal.ts'
import { baseOf, furtherHeaders, hasKey, keyed, type WireCall } from './wire-call.ts'

/** By the library of the format's maker, or a maker of servers of that format; null where there is none. */
export function asPython(call: WireCall): string | null {
  const library = call.libraries?.python
  const base = baseOf(call)
  if (!library || base === null) return null
  const isStream = call.body.stream === true
  const name = isStream ? 'stream' : 'answer'
  const further = furtherHeaders(call, library)
  const client = [
    ...(library.key ? [`${library.key.argument}=${hasKey(call) ? key(call) : '"none"'}`] : []),
    `${library.address}=${JSON.stringify(base)}`,
    ...(further.length > 0 ? [`${library.headers}=${headersOf(further, call)}`] : []),
  ]
  const os = hasKey(call) ? 'import os\n\n' : ''
  return `${os}${library.import}

client = ${library.client}(
${client.map((argument) => `    ${argument},\n`).join('')})

${name} = client.${library.call}(
${argumentsOf(call.body, library)
  .map((argument) => `    ${argument},\n`)
  .join('')})
${isStream ? 'for event in stream:\n    print(event)' : 'print(answer)'}
`
}

function key({ key_variable }: WireCall): string {
  return `os.environ[${JSON.stringify(key_variable)}]`
}

function argumentsOf(body: JsonObject, { further }: WireLibrary): string[] {
  const isNamed = (name: string) =>
    /^[a-z_][a-z0-9_]*$/i.test(name) && (further === null || further.known.includes(name))
  const named = Object.entries(body).flatMap(([name, value]) =>
    isNamed(name) ? [`${name}=${literal(value, PYTHON, 1)}`] : [],
  )
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !isNamed(name)))
  if (Object.keys(rest).length === 0) return named
  return [...named, further ? `${further.argument}=${literal(rest, PYTHON, 1)}` : `**${literal(rest, PYTHON, 1)}`]
}

function headersOf(headers: readonly [string, string][], call: WireCall): string {
  return `{${headers.map(([name, value]) => `${JSON.stringify(name)}: ${keyed(value, key(call))}`).join(', ')}}`
}
