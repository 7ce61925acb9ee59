import type { Loose } from './expectation.ts'
import { sseData } from './expectation.ts'
import { chatReplay, chatSent } from './openai-chat.ts'

/** The assistant message that says the same as this answer, with the reasoning that its upstream takes back. */
export function openRouterReplay(body: string, streaming: boolean): Loose {
  const bodies: Loose[] = streaming
    ? sseData(body)
        .filter((data) => data !== '[DONE]')
        .map((data) => JSON.parse(data))
    : [JSON.parse(body)]
  const details = bodies.flatMap(({ choices = [] }) => {
    const [choice = {}] = choices
    return (choice.delta ?? choice.message)?.reasoning_details ?? []
  })
  const isSigned = details.some(({ signature }) => signature)
  const isRefused = ({ type, format }: Loose) =>
    type === 'reasoning.text' && format?.startsWith('anthropic') && !isSigned
  return { ...chatReplay(body, streaming), ...reasoning(details.filter((detail: Loose) => !isRefused(detail))) }
}

export function openRouterSent(message: Loose): Loose {
  return { ...chatSent(message), ...reasoning(message.reasoning_details ?? []) }
}

function reasoning(details: Loose[]): Loose {
  return {
    said: details.map(({ text, summary }) => text ?? summary ?? '').join(''),
    seals: details.flatMap(({ signature, data }) => signature ?? data ?? []),
  }
}
