import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretKind } from '../canonical/secret-kind.ts'
import type { Finding } from './finding.ts'

// It would keep a mark of each rule of each text for ever.
secretLintProfiler.setEnabled(false)

const OF_RULE: Partial<Record<string, SecretKind>> = {
  privatekey: 'private_key',
  basicauth: 'password',
  'database-connection-string': 'password',
}

/** By it a text could switch the others off. */
const LEFT_OUT = 'filter-comments'

const named = rules.map((rule) => ({ rule, name: rule.meta.id.replace('@secretlint/secretlint-rule-', '') }))
const config = {
  rules: named
    .filter(({ name }) => name !== LEFT_OUT)
    .map(({ rule, name }) => ({
      id: rule.meta.id,
      rule,
      // Ids of AWS are looked for on request only.
      ...(name === 'aws' && { options: { enableIDScanRule: true } }),
    })),
}
const kinds = new Map(named.map(({ rule, name }) => [rule.meta.id, OF_RULE[name] ?? 'key']))

/** What the rules of secretlint find. */
export async function findByLibrary(text: string): Promise<Finding[]> {
  const source = { filePath: 'text.txt', ext: '.txt', contentType: 'text' as const, content: text }
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } })
  return messages.map(({ ruleId, range: [start, end], data }) => {
    // Of a key that stands behind its name the range begins at the name, and ends before the key does.
    const ends = Object.values(data ?? {}).map((said) => {
      const at = typeof said === 'string' ? text.indexOf(said, start) : -1
      return at === -1 ? end : at + String(said).length
    })
    return { kind: kinds.get(ruleId) ?? 'key', start, end: Math.max(end, ...ends) }
  })
}
