import type { SideEffects } from '#lib/canonical/tool.ts'

/** How each predicate is filled in, and what it begins with. */
export const PREDICATE_FIELDS = {
  message_matches: { kind: 'text', begins: '(?i)' },
  message_contains_any: { kind: 'list', begins: ['…'] },
  estimated_input_tokens_gt: { kind: 'count', begins: 100_000 },
  estimated_input_tokens_lt: { kind: 'count', begins: 1_000 },
  has_images: { kind: 'yes', begins: true },
  has_tool_calls_in_history: { kind: 'yes', begins: true },
  file_extensions_in_context: { kind: 'list', begins: ['pdf'] },
  workspace_path_matches: { kind: 'text', begins: '*' },
  time_of_day_between: { kind: 'span', begins: ['22:00', '06:00'] },
  cost_today_exceeds_usd: { kind: 'dollars', begins: '1' },
  team_budget_remaining_lt: { kind: 'dollars', begins: '1' },
  tool_side_effects_include: { kind: 'effects', begins: ['write'] },
} as const
export type FieldPredicate = keyof typeof PREDICATE_FIELDS

/** Not from their schema: the page's policy forbids what makes one. */
export const SIDE_EFFECTS = ['none', 'read', 'write', 'execute', 'network'] as const satisfies SideEffects[]

export function isFieldPredicate(says: string): says is FieldPredicate {
  return Object.hasOwn(PREDICATE_FIELDS, says)
}

/** What was typed, as it is written in the rules. */
export function typedValue(kind: 'text' | 'list' | 'count' | 'dollars', typed: string): unknown {
  if (kind === 'list') {
    return typed
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  }
  if (kind === 'count' && /^\d+$/.test(typed.trim())) return Number(typed)
  return kind === 'text' ? typed : typed.trim()
}

export function shownValue(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
