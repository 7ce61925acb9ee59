import { hasOpenLayer, isTyping } from '../use-chat-shortcuts.ts'

/** To the first turn or the last one, where no words are written. */
export function isEdgeKey({ key, target }: KeyboardEvent): boolean {
  return (key === 'Home' || key === 'End') && !isTyping(target) && !hasOpenLayer()
}
