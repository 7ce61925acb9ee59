import type { HostedToolBlock } from '../../canonical/hosted-tool.ts'

/** A call that a provider ran itself, as any other model can read it: what was asked, and what came of it. */
export function hostedToolText({ input, result = {} }: HostedToolBlock): string {
  const { sources = [], output, text, error } = result
  const lines = [
    ...(Object.keys(input).length > 0 ? [JSON.stringify(input)] : []),
    ...sources.flatMap((source) => [source.title, source.url, source.text]),
    ...(output ? [output.stdout, output.stderr, ...(output.files ?? [])] : []),
    text,
    ...(error ? [`failed: ${error.code}`, error.message] : []),
  ]
  return lines
    .filter((line) => typeof line === 'string' && line.trim() !== '')
    .map((line) => String(line).trimEnd())
    .join('\n')
}

export function hostedToolLabel({ name }: HostedToolBlock): string {
  return `${name === '' ? 'a tool' : name}, run by the provider`
}
