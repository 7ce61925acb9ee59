import { hashJson } from '../../../canonical/hash.ts'

/** "Invalid 'input[2].id': 'call_1'. Expected an ID that begins with 'fc'." (wire-rule 15); 64 characters are most. */
const BEGINS: Readonly<Record<string, string>> = { function_call: 'fc', custom_tool_call: 'ctc' }

export function isLegalItemId(id: string, type: string): boolean {
  return /^[a-zA-Z0-9_-]{0,63}[a-zA-Z0-9-]$/.test(id) && id.startsWith(BEGINS[type] ?? '')
}

/** A `call_id` has 64 characters at most (wire-rule 14); hashed rather than cut, so that two cannot fall together (wire-rule 17). */
export function wireCallId(id: string): string {
  return id.length <= 64 ? id : `call_${hashJson(id).slice(0, 32)}`
}
