import type { ImportFormat } from '../format.ts'
import { aiStudio } from './ai-studio.ts'
import { chatbotUi } from './chatbot-ui.ts'
import { chatgpt, wrappedChatgpt } from './chatgpt/chatgpt.ts'

/** Each is asked in this order whether it recognises a file: those that ask for less stand behind those that ask for more. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [chatgpt, wrappedChatgpt, aiStudio, chatbotUi]
