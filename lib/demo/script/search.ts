import type { Part } from '../answer.ts'
import type { Prompt } from '../prompt.ts'

/** Addresses that are kept for examples: nothing stands there, and nothing is fetched. */
const FOUND = [
  {
    url: 'https://example.com/tides',
    title: 'Why there are two tides a day',
    text: 'The Moon pulls the near side of the Earth more than the far side, so the sea rises on both.',
  },
  {
    url: 'https://example.org/tide-tables',
    title: 'Reading a tide table',
    text: 'High water comes about fifty minutes later each day.',
  },
] as const

/** An answer that stands on what a search of the provider's found; says so where it may not search. */
export function search(prompt: Prompt, words: string): Part[] {
  if (!prompt.searches) {
    return [{ type: 'text', text: `This request offers no web search, so there is nothing that I could cite.` }]
  }
  const query = /\bsearch the web for\s+([^.?!\n]{1,120})/i.exec(words)?.[1]?.trim() ?? 'tides'
  return [
    { type: 'search', query, sources: FOUND },
    { type: 'text', text: 'These pages are made up, but they arrive as a real search would bring them. ' },
    ...FOUND.map(
      ({ url, title, text }): Part => ({
        type: 'text',
        text: `${text} `,
        citations: [{ url, title, cited_text: text }],
      }),
    ),
  ]
}
