import type { Part, Script } from '../answer.ts'
import { BAD_BYTES_MARK } from '../broken-stream.ts'
import type { Fault } from '../fault.ts'
import type { Prompt } from '../prompt.ts'
import { CALCULATOR } from './arithmetic.ts'

const MEANINGS: Readonly<Record<Fault, string>> = {
  slow: 'the first byte takes five seconds, and the rest takes its time',
  stall: 'the answer begins and then nothing more comes',
  overloaded: 'the provider has no capacity',
  'overloaded once': 'the provider has no capacity, but a second attempt works',
  'rate limit': 'too many requests; try again in two seconds',
  auth: 'the key is refused',
  billing: 'the account has no credit',
  overflow: 'the conversation does not fit into the context window',
  'bad request': 'the provider refuses the request, and does not say what of it',
  unreachable: 'nobody answers at the address',
  drop: 'the connection breaks in mid-answer',
  malformed: 'one event in mid-answer is not JSON',
  'midstream error': 'the provider reports an error in mid-answer',
  'no end': 'the answer stops without an end',
  'bad utf8': 'some bytes in the answer are not text',
  'cut call': 'the answer runs out of tokens in the middle of a tool call',
  empty: 'the answer has nothing in it',
}

export const faultList = `To see how a failure looks, say \`fault\` and one of:

${Object.entries(MEANINGS)
  .map(([fault, meaning]) => `- \`fault ${fault}\`: ${meaning}`)
  .join('\n')}`

const CUT_ARGUMENTS = '{"expression":"(1 + 2) * (3 + 4) * (5 +'

/** The answer that a fault then strikes. */
export function faultScript(fault: Fault, prompt: Prompt): Script {
  if (fault === 'empty') return { parts: [] }
  if (fault === 'cut call') {
    const name = prompt.tools[0]?.name ?? CALCULATOR
    const parts: Part[] = [
      { type: 'text', text: 'I begin a tool call and run out of tokens before it is whole.' },
      { type: 'call', name, arguments: CUT_ARGUMENTS },
    ]
    return { parts, cutOff: true }
  }
  const oddity =
    fault === 'bad utf8' ? ` Between these brackets are three bytes that are no text: [${BAD_BYTES_MARK}].` : ''
  const text = `This is the fault **${fault}**, played on request: ${MEANINGS[fault]}.${oddity}

What you have read so far should stay, whatever happens to the rest of this answer. A real provider fails like this now and then, and a good client shows what it got, says what went wrong, and lets you go on with the conversation.`
  return { parts: [{ type: 'text', text }] }
}
