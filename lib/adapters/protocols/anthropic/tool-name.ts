import { hashJson } from '../../../canonical/hash.ts'

const LEGAL_ID = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * An id as Anthropic takes it (wire-rules 11, 12). Only ids of other makers offend; they are hashed rather than cut, so
 * that two of them cannot fall together (wire-rule 17).
 */
export function wireToolId(id: string): string {
  return LEGAL_ID.test(id) ? id : `toolu_${hashJson(id).slice(0, 32)}`
}

/** A name in history that Anthropic would refuse; our own tools have legal names by registration. */
export function wireToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 128) || 'unnamed_tool'
}
