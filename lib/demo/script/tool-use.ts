import type { Part } from '../answer.ts'
import { isJsonObject, parseJson } from '../json.ts'
import { newest, type OfferedTool, type Prompt, type Result, type Turn } from '../prompt.ts'
import { instanceOf } from '../schema-instance.ts'
import { arithmeticIn, CALCULATOR, calculation, code } from './arithmetic.ts'

/** Goes on after tool results: with the next round of the question, or with what the tools said. */
export function afterResults(prompt: Prompt): Part[] {
  const asked = prompt.turns.findLastIndex((turn) => turn.role === 'user' && turn.text.trim() !== '')
  const since = prompt.turns.slice(asked + 1)
  const failed = newest(prompt).some(({ results }) => results.some((result) => result.failed))
  const round = since.filter((turn) => turn.role === 'assistant').length
  const next = failed ? null : calculation(prompt, prompt.turns[asked]?.text ?? '', round)
  return (
    next ?? [
      {
        type: 'text',
        text: since
          .flatMap(({ results }) => results)
          .map((result) => sentence(result, since))
          .join('\n\n'),
      },
    ]
  )
}

function sentence(result: Result, turns: readonly Turn[]): string {
  const call = turns.flatMap(({ calls }) => calls).find(({ id }) => id === result.id)
  const text = result.text.trim()
  if (call?.name !== CALCULATOR) {
    return `The tool ${code(call?.name ?? 'of an earlier turn')} ${result.failed ? 'failed and said' : 'answered'}:\n\n${quote(text)}`
  }
  const expression = code(String(call.input.expression ?? ''))
  return result.failed
    ? `The calculator could not work out ${expression}. It said: ${text}`
    : `The calculator says ${expression} = **${text}**.`
}

/** The call that the request insists on; `null` when it leaves the choice. */
export function forcedCall(prompt: Prompt, words: string): Part[] | null {
  const { toolChoice } = prompt
  if (toolChoice.type !== 'tool' && toolChoice.type !== 'required') return null
  const wanted = toolChoice.type === 'tool' ? toolChoice.name : CALCULATOR
  if (wanted === CALCULATOR && arithmeticIn(words).length > 0) return calculation(prompt, words, 0)
  const tool = prompt.tools.find(({ name }) => name === wanted) ?? prompt.tools[0]
  return tool ? [call(tool, words)] : null
}

/** A call of the tool that the words name: "use the tool read_file", with arguments if some are given as JSON. */
export function namedCall(prompt: Prompt, words: string): Part[] | null {
  if (prompt.toolChoice.type === 'none') return null
  const names = [...words.matchAll(/\b(?:use|call|run)\s+(?:the\s+)?(?:tool\s+)?[`"']?([\w-]+)/gi)].map(
    ([, name]) => name,
  )
  const tool = prompt.tools.find(({ name }) => names.includes(name))
  return tool ? [{ type: 'text', text: `I call the tool ${code(tool.name)}.` }, call(tool, words)] : null
}

function call(tool: OfferedTool, words: string): Part {
  const given = parseJson(words.slice(words.indexOf('{'), words.lastIndexOf('}') + 1))
  return {
    type: 'call',
    name: tool.name,
    arguments: JSON.stringify(isJsonObject(given) ? given : instanceOf(tool.schema)),
  }
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
