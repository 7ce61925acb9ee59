import type { Prompt } from '../prompt.ts'
import { faultList } from './fault-script.ts'

const TRY = [
  '`calculate 12 * (3 + 4)`: I call the calculator tool and report what it says',
  '`think about tides`: I think aloud before I answer',
  '`what did you receive`: I count the messages, pictures and tool results that reached me, with their ids',
  '`long`: a long answer in Markdown, with a table and code',
  '`help`: everything else, faults included',
]

const ALL = [
  '`calculate 2*3 and 4*5`: two tool calls at once; `calculate 2*3 then 4*5`: one after the other; `calculate 1/0`: a call that fails',
  '`use the tool <name>`: any other tool that is offered to me, with arguments as JSON if you like',
  '`think about <something>` and `think secretly`: thinking that you can read, and thinking that nobody can',
  '`search the web for <something>`: a search that the provider runs, and an answer that cites what it found',
  '`what did you receive`, `how many messages`, `ids`: what reached me over the wire',
  '`long` and `very long`: about 1,500 and about 5,000 words of Markdown',
  '`unsafe`: HTML, scripts and remote pictures that must not do anything',
  '`formulas`: mathematics, long code, and what is folded',
  '`unicode`: many scripts, emoji and combining marks',
]

export function welcome(prompt: Prompt): string {
  const { length } = prompt.turns
  const pictures = prompt.turns.reduce((total, turn) => total + turn.pictures.length, 0)
  const seen =
    pictures > 0
      ? ` ${pictures === 1 ? 'One picture' : `${pictures} pictures`} came with the conversation; I can count pictures, but not look at them.`
      : ''
  return `Hello! I am the **scripted demo model** of Metis, not a language model: I recognise a few plain words and answer from a script.

Your message reached me as a real **${prompt.format}** request with ${length === 1 ? 'one message' : `${length} messages`}, and this answer comes back in the bytes that a provider would send.${seen}

You can try:

${list(TRY)}

Add an API key to talk to a real model.`
}

export function help(prompt: Prompt): string {
  return `I am the **scripted demo model** of Metis, reached over **${prompt.format}**. These words mean something to me, in any sentence:

${list(ALL)}

${faultList}`
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
