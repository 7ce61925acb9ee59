import type { Module, Node } from './module.ts'
import type { Violation } from './violation.ts'

const MAY_FETCH =
  /^(lib\/adapters\/exchange\/http-sender\.ts|lib\/net\/download\.ts|lib\/tools\/builtins\/fetch-[^/]+\.ts|app\/_[^/]+\/use-[^/]+\.tsx?|app\/_offline\/service-worker\.ts)$/
const MAY_READ_ENV = /^lib\/env\.ts$/
/** Protocols, providers, formats of imports and the canonical format; ids and timestamps are where the clock comes in. */
const PURE =
  /^lib\/(adapters\/(protocols|providers|history|answer)\/|import\/formats\/|canonical\/(?!id\.ts|timestamp\.ts))/
const IMPURE =
  /^(Date\.now|Math\.random|performance\.now|crypto\.\w+|new Date(\(\))?|set(Timeout|Interval|Immediate)\(.*\))$/s
const MAY_SAY_PROVIDER_RAW = /^lib\/(canonical|adapters)\//
const MAY_NAME_PROVIDERS =
  /^(lib\/(adapters|models|pricing\/shipped|pricing\/import|import|demo|answer-encoders)\/|lib\/(env|provider-env|installed-providers|installation)\.ts$|app\/server\.ts$|cassettes\/|db\/seed\/)/
const PROVIDER_NAME = /anthropic|openai|openrouter|ollama|deepseek|mistral|gemini|groq|claude|gpt-/i
const SHOWS = /^app\/(?!_texts\/).*\.tsx$/
/** Attributes that are read or said aloud, those of our components among them. */
const SAID =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint|about|text|note|words|heading)$/
/** Names, addresses and units are the same in every language. */
const NO_WORDS = /^(Metis|· Metis|metis\.db|https?:.*)$/
/** Set by the bundler, not by whoever runs the product. */
const BUILD_CONSTANT = /^process\.env\.(NEXT_RUNTIME|NODE_ENV)$/

/** What a file says and does, whatever it imports. */
export function contentViolations(module: Module): Violation[] {
  const { path } = module
  const breach = (rule: string, offset: number, detail: string) => ({ rule, path, line: module.lineAt(offset), detail })
  const found: Violation[] = []

  if (!MAY_SAY_PROVIDER_RAW.test(path)) {
    for (const { index } of module.source.matchAll(/provider_raw/g)) {
      found.push(breach('provider-raw', index, 'provider_raw is known to canonical and adapters only'))
    }
  }
  for (const node of module.nodes) {
    if (!MAY_FETCH.test(path) && usesFetch(node)) {
      found.push(breach('fetch', node.offset, 'only the sender of the adapters, downloads and browser hooks fetch'))
    }
    if (PURE.test(path) && /^(Member|Call|New)Expression$/.test(node.type) && IMPURE.test(node.text)) {
      found.push(breach('impure-translator', node.offset, `${node.text} belongs to the caller`))
    }
    if (!MAY_READ_ENV.test(path) && readsEnv(node)) {
      found.push(breach('process-env', node.offset, 'only lib/env.ts reads the environment'))
    }
    if (SHOWS.test(path) && saysWords(node)) {
      found.push(breach('literal-text', node.offset, `${node.text.trim().slice(0, 60)} belongs to app/_texts`))
    }
    if (!MAY_NAME_PROVIDERS.test(path) && namesProvider(node)) {
      found.push(breach('provider-name', node.offset, `${node.text.slice(0, 60)} names a provider`))
    }
  }
  return found
}

/** Where an identifier stands for its value, and not for a new binding or a property of that name. */
const VALUE_ROLES: ReadonlySet<string> = new Set(
  'callee arguments init left right argument body consequent alternate expression object'.split(' '),
)

/** A use of the global, called or handed on, or of what Node has beside it; a type, a property and a parameter of that name are none. */
function usesFetch(node: Node): boolean {
  if (node.type === 'ImportSpecifier') {
    return /^(request|get)\b/.test(node.text) && /from\s+['"](node:)?https?['"]/.test(node.parent?.text ?? '')
  }
  if (node.type === 'MemberExpression')
    return /^((globalThis|window|self)\s*\??\.\s*(fetch|XMLHttpRequest)|https?\.(request|get))$/.test(node.text)
  if (node.type !== 'Identifier' || !/^(fetch|XMLHttpRequest)$/.test(node.text) || !node.parent) return false
  const { parent, role } = node
  if (parent.type === 'Property') return role === 'value' && parent.parent?.type === 'ObjectExpression'
  return VALUE_ROLES.has(role)
}

function readsEnv(node: Node): boolean {
  if (node.type === 'ImportSpecifier') {
    return /^env\b/.test(node.text) && /from\s+['"](node:)?process['"]/.test(node.parent?.text ?? '')
  }
  if (node.type !== 'MemberExpression') return false
  if (/^import\.meta\.env$/.test(node.text)) return true
  return (
    /^(globalThis\.)?process\s*(\.\s*env|\[\s*['"]env['"]\s*\])$/.test(node.text) &&
    !BUILD_CONSTANT.test(node.parent?.text ?? '')
  )
}

function namesProvider(node: Node): boolean {
  if (node.role === 'source') return false
  const named = ['Identifier', 'JSXIdentifier', 'JSXText', 'TemplateElement', 'Literal'].includes(node.type)
  return named && PROVIDER_NAME.test(node.text)
}

/** A text that stands in an element, or in an attribute that somebody reads or hears, where it cannot be in another language. */
function saysWords(node: Node): boolean {
  const text = wordsOf(node)
  if (text === null || !/\p{L}/u.test(text) || NO_WORDS.test(text)) return false
  if (node.type === 'JSXText') return true
  // By a choice or by itself: what is compared with something, or handed on, is no text yet.
  let value = node.type === 'TemplateElement' ? node.parent : node
  while (value?.parent && /^(Conditional|Logical|Parenthesized)Expression$/.test(value.parent.type)) {
    if (value.role === 'test' || (value.role === 'left' && value.parent.text.includes('&&'))) return false
    value = value.parent
  }
  const holder = value?.parent?.type === 'JSXExpressionContainer' ? value.parent.parent : value?.parent
  if (holder?.type === 'JSXAttribute') return SAID.test(holder.text.split('=', 1)[0]?.trim() ?? '')
  return holder?.type === 'JSXElement' || holder?.type === 'JSXFragment'
}

function wordsOf({ type, text }: Node): string | null {
  if (type === 'JSXText') return text.replace(/&\w+;/g, '').trim()
  const isText = type === 'TemplateElement' || (type === 'Literal' && /^['"]/.test(text))
  // Without what stands around it: quotation marks, and the ends of what is put into it.
  return isText ? text.replace(/^['"`}]|(?:['"`]|\$\{)$|\\[nt]|\\u[0-9a-f]{4}/g, '').trim() : null
}
