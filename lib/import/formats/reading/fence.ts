/** Code as Markdown, in a fence that nothing in it can end. */
export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replace(/[^\w+#-]/g, '')}\n${code}\n${fence}`
}
