import { redact } from '../../redact.ts'
import { shortened } from '../../shortened.ts'

/**
 * What a provider's support asks for, what is left of a limit, how long it took, and what answered. Nothing of who asked:
 * accounts, cookies and keys have other names.
 */
const KEPT: readonly RegExp[] = [
  /^([a-z]+-)*(request|correlation|generation)-?id$/,
  /^(cf-ray|x-amz-cf-id)$/,
  /^([a-z]+-)*ratelimit-[a-z0-9-]+$/,
  /^anthropic-(priority|fast)-[a-z0-9-]+$/,
  /^(date|server-timing|retry-after|retry-after-ms)$/,
  /^([a-z]+-)*(processing|compute|inference|service|queue)-(ms|time)$/,
  /^(openai-version|openai-model|x-model|x-model-version|x-served-model|azureml-model-session)$/,
]

const MOST = 60
const LONGEST = 500

/** Those headers of an answer that are kept with a call, cleaned: hosts write into them what they like. */
export function keptHeaders(headers: Headers, secrets: readonly string[]): Record<string, string> {
  const kept = [...headers].filter(([name]) => KEPT.some((pattern) => pattern.test(name))).slice(0, MOST)
  return Object.fromEntries(kept.map(([name, value]) => [name, shortened(redact(value, secrets), LONGEST)]))
}
