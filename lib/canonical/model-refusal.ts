/** What a model refuses of a request, beside what it lacks altogether. */
export const MODEL_REFUSALS = [
  'forced_tools',
  'forced_tools_beside_thinking',
  'stop_sequences',
  'prefill',
  'no_thinking',
] as const
export type ModelRefusal = (typeof MODEL_REFUSALS)[number]

/** What protocols heed of a model's options as something that it refuses; `efforts`: its words for how much it thinks. */
export function refusalsOf(options: Readonly<Record<string, unknown>>, efforts: readonly string[]): ModelRefusal[] {
  const found: readonly [ModelRefusal, boolean][] = [
    ['forced_tools', options.forced_tool_choice === false],
    // With a budget for its thoughts Claude takes no forced tool (wire-rule 128).
    ['forced_tools_beside_thinking', options.forced_tool_beside_reasoning === false || options.thinking === 'budget'],
    ['stop_sequences', options.stop_sequences === false],
    ['prefill', options.prefill === false],
    ['no_thinking', options.thinking_always === true || (efforts.length > 0 && !efforts.includes('none'))],
  ]
  return found.flatMap(([refusal, holds]) => (holds ? refusal : []))
}
