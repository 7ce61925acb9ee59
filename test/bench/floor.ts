import { WIRES, type WireFormat } from './wire.ts'

/**
 * The least that any client does: `fetch`, split on blank lines, `JSON.parse`. No comment, no field but `data`, no line
 * break but \n, no error and no cancel is understood; returns how many events came.
 */
export async function readFloor(
  format: WireFormat,
  baseUrl: string,
  onEvent: (value: unknown) => void = () => {},
): Promise<number> {
  const url = new URL(baseUrl)
  url.pathname = WIRES[format].path
  const response = await fetch(url, { method: 'POST', body: '{}' })
  if (!response.ok || !response.body) throw new Error(`upstream: ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  let count = 0
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = event.slice(event.indexOf('data: ') + 'data: '.length)
      count += 1
      if (data !== '[DONE]') onEvent(JSON.parse(data))
    }
  }
  return count
}
