/** A text of one rule, to begin with; its name is what it is told by. */
export const EXAMPLES = {
  'about-code': `    when:
      message_matches: '(?i)\\b(refactor|stack trace|compile)\\b'
`,
  'long-texts': `    when:
      estimated_input_tokens_gt: 100000
`,
  'nights-are-cheap': `    when:
      any_of:
        - time_of_day_between: ['22:00', '06:00']
        - cost_today_exceeds_usd: 1
`,
} as const
export type Example = keyof typeof EXAMPLES

/** With one of them and the model that it names, by the quotes of JSON, which YAML reads as well. */
export function exampleOf(name: Example, model: string): string {
  return `rules:\n  - name: ${name}\n${EXAMPLES[name]}    use: ${JSON.stringify(model)}\n`
}
