import { WIRES, type WireFormat } from './wire.ts'

/**
 * The least that any client does: `fetch`, split on blank lines (Ollama: on line breaks), `JSON.parse`. No comment, no
 * field but `data`, no line break but \n, no error and no cancel is understood; returns how many events came.
 */
export async function readFloor(
  format: WireFormat,
  baseUrl: string,
  onEvent: (value: unknown) => void = () => {},
): Promise<number> {
  const { path, framing } = WIRES[format]
  const [mark, field] = framing === 'sse' ? ['\n\n', 'data: '] : ['\n', '']
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body: '{}' })
  if (!response.ok || !response.body) throw new Error(`upstream: ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  let count = 0
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split(mark)
    text = events.pop() ?? ''
    for (const event of events) {
      const at = event.indexOf(field)
      count += 1
      if (at < 0 || event.endsWith('[DONE]')) continue
      onEvent(JSON.parse(event.slice(at + field.length)))
    }
  }
  return count
}
