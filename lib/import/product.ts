import type { Source } from './found.ts'

/** What the makers of exports call themselves: the same in every language. */
const NAMES = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  gemini: 'Gemini',
  librechat: 'LibreChat',
  openwebui: 'Open WebUI',
  aistudio: 'Google AI Studio',
  typingmind: 'TypingMind',
  bigagi: 'big-AGI',
  chatbotui: 'Chatbot UI',
  lobechat: 'LobeChat',
  grok: 'Grok',
  huggingchat: 'HuggingChat',
  openai_messages: 'OpenAI API',
  anthropic_messages: 'Anthropic API',
} as const satisfies Record<Exclude<Source, 'metis'>, string>

const ALL: Readonly<Record<string, string>> = NAMES

/** Null for exports of ours, and for what a newer version reads. */
export function productName(source: string): string | null {
  return Object.hasOwn(ALL, source) ? (ALL[source] ?? null) : null
}

/** Those that most people come from. */
export const KNOWN_PRODUCTS = Object.values(NAMES).slice(0, 5).join(', ')
