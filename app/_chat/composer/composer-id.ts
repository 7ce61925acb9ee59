/** The message field of the page: where a shortcut and the skip link lead. */
export const COMPOSER_ID = 'composer'

/** What was pressed is gone, or done: the person goes on in the message field. */
export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus()
}

/** The same where that brings no keyboard over half of the screen. */
export function focusComposerByKeyboard(): void {
  if (matchMedia('(pointer: fine)').matches) focusComposer()
}

/** What is said there of the next message is seen, also from below it on a phone. */
export function showComposer(): void {
  document.getElementById(COMPOSER_ID)?.closest('form')?.scrollIntoView?.({ block: 'nearest' })
}
