import { hashJson } from '../../canonical/hash.ts'

const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * A name in history that hosts would refuse (wire-rule 21): some other maker's, or one that a model made up. Our own
 * tools have legal names by registration.
 */
export function wireToolName(name: string): string {
  if (LEGAL_NAME.test(name)) return name
  return `${name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 50)}_${hashJson(name).slice(0, 8)}`
}
