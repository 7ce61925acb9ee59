import type { LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

interface Grammar {
  define: LanguageFn
  /** What else it is called. */
  aliases?: readonly string[]
  /** Languages that its code may hold. */
  holds?: readonly string[]
}

/** What is called what is said here, as the library knows it of a grammar only once that is built. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  bash: { define: bash, aliases: ['sh', 'zsh'] },
  c: { define: c, aliases: ['h'] },
  cpp: { define: cpp, aliases: ['cc', 'c++', 'h++', 'hpp', 'hh', 'hxx', 'cxx'] },
  csharp: { define: csharp, aliases: ['cs', 'c#'] },
  css: { define: css },
  diff: { define: diff, aliases: ['patch'] },
  go: { define: go, aliases: ['golang'] },
  java: { define: java, aliases: ['jsp'] },
  javascript: { define: javascript, aliases: ['js', 'jsx', 'mjs', 'cjs'], holds: ['xml', 'css'] },
  json: { define: json, aliases: ['jsonc', 'json5'] },
  kotlin: { define: kotlin, aliases: ['kt', 'kts', 'ktm', 'ktx'] },
  markdown: { define: markdown, aliases: ['md', 'mkdown', 'mkd'], holds: ['xml'] },
  php: { define: php },
  python: { define: python, aliases: ['py', 'gyp', 'ipython'] },
  ruby: { define: ruby, aliases: ['rb', 'gemspec', 'podspec', 'thor', 'irb'] },
  rust: { define: rust, aliases: ['rs'] },
  sql: { define: sql },
  swift: { define: swift },
  typescript: { define: typescript, aliases: ['ts', 'tsx', 'mts', 'cts'], holds: ['xml', 'css'] },
  xml: {
    define: xml,
    aliases: ['html', 'xhtml', 'rss', 'atom', 'xjb', 'xsd', 'xsl', 'plist', 'wsf', 'svg'],
    holds: ['css', 'javascript'],
  },
  yaml: { define: yaml, aliases: ['yml'], holds: ['ruby'] },
}

const NAMES = new Map(
  Object.entries(GRAMMARS).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((said) => [said, name] as const),
  ),
)

/** A grammar is built when there is code of it: to build all of them takes longer than to colour what a page shows. */
function build(name: string): void {
  const grammar = GRAMMARS[name]
  if (!grammar || hljs.getLanguage(name)) return
  hljs.registerLanguage(name, grammar.define)
  for (const held of grammar.holds ?? []) build(held)
}

/** Longer code stays plain: colours are not worth a page that stutters. */
const MAX_LENGTH = 60_000
/** Code that was made shorter by a machine has a mark for every second letter, and nobody reads it. */
const LONGEST_LINE = 2_000

/** The highlighter's markup (escaped text in `<span class="hljs-…">`), or `null` when the language is not known. */
export function highlight(code: string, language: string): string | null {
  const name = NAMES.get(language.toLowerCase())
  if (name === undefined || code.length > MAX_LENGTH) return null
  if (code.split('\n').some((line) => line.length > LONGEST_LINE)) return null
  build(name)
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value
}
