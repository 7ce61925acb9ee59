import type { ImportFormat } from '../format.ts'
import { aiStudio } from './ai-studio.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { bigAgi } from './big-agi.ts'
import { chatbotUi } from './chatbot-ui.ts'
import { chatgpt, wrappedChatgpt } from './chatgpt/chatgpt.ts'
import { claude, claudeSnapshot } from './claude/claude.ts'
import { gemini } from './gemini.ts'
import { grok } from './grok.ts'
import { huggingChat } from './hugging-chat.ts'
import { libreChat, libreChats } from './libre-chat.ts'
import { lobeChat } from './lobe-chat.ts'
import { openWebUi, openWebUiChat } from './open-webui/open-webui.ts'
import { openaiMessages, openaiRequests } from './openai-messages.ts'
import { typingMind, typingMindChunk } from './typing-mind.ts'

/** Each is asked in this order whether it recognises a file: those that ask for less stand behind those that ask for more. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  chatgpt,
  wrappedChatgpt,
  claude,
  claudeSnapshot,
  libreChat,
  libreChats,
  openWebUi,
  openWebUiChat,
  grok,
  huggingChat,
  typingMind,
  typingMindChunk,
  bigAgi,
  lobeChat,
  gemini,
  aiStudio,
  chatbotUi,
  anthropicMessages,
  openaiMessages,
  openaiRequests,
]
