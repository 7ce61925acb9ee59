import { createHash } from 'node:crypto'
import type { CanonicalRequest } from '../adapters/adapter.ts'
import type { ContentBlock } from '../canonical/block.ts'
import type { OutboundScan } from '../canonical/person-settings.ts'
import type { SecretKind } from '../canonical/secret-kind.ts'
import type { Finding } from '../secret-scan/finding.ts'
import { scan } from '../secret-scan/scan.ts'

/** A history is sent again with each question: what was found in a text is kept, and nothing of the text. */
const MOST_KNOWN = 10_000
const known = new Map<string, readonly Finding[]>()

const NAMES: Readonly<Record<SecretKind, string>> = {
  key: 'a key',
  private_key: 'a private key',
  password: 'a password',
  email: 'an e-mail address',
  phone: 'a phone number',
  card: 'a card number',
  iban: 'an IBAN',
}

/**
 * The request as it may go out by the wish of whoever asks: `mask` puts words in the place of keys and of what leads to people,
 * `warn` leaves them; both record each. Looked at are the system prompt, all text of messages, and what tools gave; not thoughts,
 * which are signed, nor what a model itself asked of a tool, nor what stands in files. The same text is masked in the same way,
 * so that the cache of a provider holds.
 */
export async function scannedRequest(
  request: CanonicalRequest,
  how: OutboundScan | undefined,
  adapter: string,
): Promise<CanonicalRequest> {
  if (how === undefined || how === 'off') return request
  const { session_id } = request
  const look = async (text: string, message_id: string, block_type: string): Promise<string> => {
    const found = await findingsOf(text)
    for (const { kind } of found) {
      const [action, what] =
        how === 'mask' ? (['converted', 'masked'] as const) : (['noticed', 'sent as it is'] as const)
      request.onProjection?.({
        session_id,
        message_id,
        block_type,
        adapter,
        action,
        reason: `${NAMES[kind]} was ${what}`,
      })
    }
    return how === 'mask' ? masked(text, found) : text
  }
  const messages = []
  for (const message of request.messages) {
    messages.push({ ...message, content: await looked(message.content, (text, type) => look(text, message.id, type)) })
  }
  const asked = request.messages.at(-1)?.id ?? ''
  const { system_prompt } = request
  return {
    ...request,
    messages,
    system_prompt: system_prompt && (await look(system_prompt, asked, 'system_prompt')),
  }
}

async function looked(
  content: readonly ContentBlock[],
  look: (text: string, type: string) => Promise<string>,
  within?: 'tool_result',
): Promise<ContentBlock[]> {
  const result: ContentBlock[] = []
  for (const block of content) {
    if (block.type === 'text') result.push({ ...block, text: await look(block.text, within ?? 'text') })
    else if (block.type === 'tool_result') {
      result.push({ ...block, content: await looked(block.content, look, 'tool_result') })
    } else result.push(block)
  }
  return result
}

async function findingsOf(text: string): Promise<readonly Finding[]> {
  const hash = createHash('sha256').update(text).digest('base64')
  const before = known.get(hash)
  const found = before ?? (await scan(text))
  // Behind all others: it was asked for last.
  known.delete(hash)
  known.set(hash, found)
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  return found
}

function masked(text: string, found: readonly Finding[]): string {
  let result = ''
  let read = 0
  for (const { kind, start, end } of found) {
    result += `${text.slice(read, start)}[${NAMES[kind]}, masked]`
    read = end
  }
  return result + text.slice(read)
}
