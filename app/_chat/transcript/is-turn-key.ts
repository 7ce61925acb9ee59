import { hasOpenLayer, isTyping } from '../use-chat-shortcuts.ts'

const EDGES: readonly string[] = ['Home', 'End']
const STEPS: readonly string[] = ['ArrowUp', 'ArrowDown']

/** To the first turn or the last one, or from one to the next, where no words are written. */
export function isTurnKey({ key, altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  if (hasOpenLayer()) return false
  return EDGES.includes(key) ? !isTyping(target) : altKey && !ctrlKey && !metaKey && !shiftKey && isStep(key, target)
}

function isStep(key: string, target: EventTarget | null): boolean {
  return STEPS.includes(key) && !isWriting(target)
}

/** In a field with words in it, these keys are for the words. */
export function isWriting(target: EventTarget | null): boolean {
  return isTyping(target) && !(target instanceof HTMLTextAreaElement && target.value === '')
}
