import { literal, TYPESCRIPT } from './literal.ts'
import { baseOf, furtherHeaders, hasKey, keyed, type WireCall } from './wire-call.ts'

/** By the library of the format's maker; null where there is none. */
export function asTypeScript(call: WireCall): string | null {
  const library = call.libraries?.typescript
  const base = baseOf(call)
  if (!library || base === null) return null
  const isStream = call.body.stream === true
  const further = furtherHeaders(call, library)
  const client = [
    ...(library.key ? [`${library.key.argument}: ${hasKey(call) ? key(call) : '"none"'}`] : []),
    `${library.address}: ${JSON.stringify(base)}`,
    ...(further.length > 0 ? [`${library.headers}: ${headersOf(further, call)}`] : []),
  ]
  return `${library.import}

const client = new ${library.client}({
${client.map((option) => `  ${option},\n`).join('')}})

const ${isStream ? 'stream' : 'answer'} = await client.${library.call}(${literal(call.body, TYPESCRIPT)})
${isStream ? 'for await (const event of stream) console.log(event)' : 'console.log(answer)'}
`
}

function key({ key_variable }: WireCall): string {
  return `process.env[${JSON.stringify(key_variable)}]`
}

function headersOf(headers: readonly [string, string][], call: WireCall): string {
  return `{ ${headers.map(([name, value]) => `${JSON.stringify(name)}: ${keyed(value, key(call))}`).join(', ')} }`
}
