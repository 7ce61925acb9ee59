import { ChatLine } from './format.ts'

type LineType = ChatLine['type']

const KNOWN: ReadonlySet<LineType> = new Set([
  'session',
  'message',
  'turn',
  'tool_call',
  'call',
  'event',
  'projection',
  'end',
])

/** `line` is null for one of another kind than is wanted, which may be one that a newer version added. */
export function readChatLine(
  text: string,
  wanted: ReadonlySet<LineType> = KNOWN,
): { line: ChatLine | null } | { reason: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: 'it is not JSON' }
  }
  if (!wanted.has((json as { type?: LineType } | null)?.type as LineType)) return { line: null }
  const parsed = ChatLine.safeParse(json)
  if (parsed.success) return { line: parsed.data }
  const [issue] = parsed.error.issues
  return { reason: `${issue?.path.join('.')}: ${issue?.message}` }
}
