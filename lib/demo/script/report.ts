import type { Prompt } from '../prompt.ts'
import { code } from './arithmetic.ts'

/** What reached the model, one fact a line, ids verbatim: a person can check it, and so can a test. */
export function report(prompt: Prompt): string {
  const { turns } = prompt
  const roles = [...new Set(turns.map(({ role }) => role))]
  const pictures = turns.flatMap((turn) => turn.pictures)
  const files = turns.flatMap((turn) => turn.files)
  const calls = turns.flatMap((turn) => turn.calls)
  const results = turns.flatMap((turn) => turn.results)
  const facts = [
    `model: ${code(prompt.model)}`,
    `messages: ${turns.length}`,
    ...roles.map((role) => `${role} messages: ${turns.filter((turn) => turn.role === role).length}`),
    `pictures: ${pictures.length}`,
    ...pictures.map((type, at) => `picture ${at + 1}: ${type}`),
    ...(files.length > 0 ? [`files: ${files.length}`] : []),
    ...files.map((file, at) => `file ${at + 1}: ${file}`),
    `thinking blocks: ${turns.reduce((total, turn) => total + turn.thoughts, 0)}`,
    `tool calls: ${calls.length}`,
    ...calls.map(({ id, name }) => `tool call ${code(id)}: ${name}`),
    `tool results: ${results.length}`,
    ...results.map(({ id, failed }) => `tool result ${code(id)}: ${failed ? 'error' : 'ok'}`),
    `system prompt: ${prompt.system === null ? 'none' : `${prompt.system.length} characters`}`,
    `tools: ${prompt.tools.length}`,
    ...prompt.tools.map(({ name }) => `tool: ${name}`),
  ]
  return `This reached me over ${prompt.format}:\n\n${facts.map((fact) => `- ${fact}`).join('\n')}`
}
