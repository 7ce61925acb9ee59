import { ownRaw } from '../producer.ts'
import { changeContent } from './content.ts'
import type { Pass } from './pass.ts'

/** Empty text and empty messages say nothing and are refused by most providers (wire-rules 28, 60): taking them out loses nothing. */
export const dropEmpty: Pass = (messages, { target }) =>
  messages
    .map((message) => changeContent(message, (block) => (block.type === 'text' && block.text === '' ? null : block)))
    .filter((message) => message.content.length > 0 || ownRaw(message, target) !== null)
