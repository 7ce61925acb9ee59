import { useTexts } from '../_texts/texts.ts'
import { Mark } from './mark.tsx'

/** What stands in a shared conversation for what its owner did not share; of no other kind is it known more than that. */
export function isNotShown(block: { type: string }): boolean {
  return block.type === 'hidden'
}

/** Of a call that is shown without what it was called with. */
export function isInputNotShown(call: object): boolean {
  return 'input_hidden' in call && call.input_hidden === true
}

/** Of a call that a provider ran itself, shown without what came of it. */
export function isResultNotShown(call: object): boolean {
  return 'result_hidden' in call && call.result_hidden === true
}

export function NotShown() {
  return <Mark text={useTexts().content.not_shown} />
}
