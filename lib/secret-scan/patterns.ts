import type { SecretKind } from '../canonical/secret-kind.ts'
import type { Finding } from './finding.ts'

// What the library does not know. Each pattern is linear: it begins where nothing of its own kind stands before it, and each of
// its repetitions has a bound or an end that is none of its letters.

const PATTERNS: readonly { kind: SecretKind; pattern: RegExp }[] = [
  // Google: keys, and secrets and tokens of OAuth.
  { kind: 'key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { kind: 'key', pattern: /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/g },
  { kind: 'key', pattern: /(?<![\w-])ya29\.[\w-]{20,2048}/g },
  // JSON Web Tokens.
  { kind: 'key', pattern: /(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{8,2048}/g },
  // OpenRouter, xAI, Perplexity, Cerebras, Replicate, Fireworks.
  { kind: 'key', pattern: /(?<![\w-])sk-or-(?:v\d-)?[\w-]{32,128}/g },
  { kind: 'key', pattern: /(?<![\w-])xai-[A-Za-z0-9]{32,128}/g },
  { kind: 'key', pattern: /(?<![\w-])pplx-[A-Za-z0-9]{32,128}/g },
  { kind: 'key', pattern: /(?<![\w-])csk-[A-Za-z0-9]{32,128}/g },
  { kind: 'key', pattern: /(?<![\w-])r8_[A-Za-z0-9]{32,64}/g },
  { kind: 'key', pattern: /(?<![\w-])fw_[A-Za-z0-9]{20,64}/g },
  // DeepSeek, and all others who took over the form.
  { kind: 'key', pattern: /(?<![\w-])sk-(?!ant-|proj-|or-)[A-Za-z0-9_-]{20,200}(?![\w-])/g },
  // A bot of Telegram.
  { kind: 'key', pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'key', pattern: /(?<![\w-])[Bb]earer[ \t]{1,4}(?=[\w.~+/=-]{0,64}\d)[\w.~+/=-]{20,4096}/g },
  // Mistral's keys, and those of many others, have no form of their own: they are known by what stands before them.
  {
    kind: 'key',
    pattern:
      /(?:api|access|auth|secret|private|client)[_ -]{0,2}(?:api[_ -]?)?(?:key|token|secret)["']?\s{0,4}(?:[:=]|=>|is)\s{0,4}["'`]?(?=[\w/+=.~-]{0,64}\d)[\w/+=.~-]{16,512}/gi,
  },
  {
    kind: 'password',
    pattern:
      /(?:password|passwd|passphrase|passwort|kennwort|pwd)["']?\s{0,4}[:=]\s{0,4}(?:["'`][^"'`\r\n]{6,128}|[^\s"'`<>(){}$]{6,128})/gi,
  },
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,8000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\w+/=\s\\]{0,8000})/g,
  },
]

export function findByPattern(text: string): Finding[] {
  return PATTERNS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  )
}
