import { hashJson } from '../../../canonical/hash.ts'
import type { ChatDialect } from './dialect.ts'

const LEGAL_ID: Record<ChatDialect['tool_id'], RegExp> = {
  at_most_40: /^.{1,40}$/s,
  nine_alphanumerics: /^[a-zA-Z0-9]{9}$/,
}

/**
 * An id as the host takes it (wire-rules 13 and 16); hashed rather than cut, so that two ids cannot fall together
 * (wire-rule 17). A pure function of the id: a call and its result meet again under the new one.
 */
export function wireToolId(id: string, rule: ChatDialect['tool_id']): string {
  if (LEGAL_ID[rule].test(id)) return id
  return rule === 'nine_alphanumerics' ? hashJson(id).slice(0, 9) : `call_${hashJson(id).slice(0, 32)}`
}
