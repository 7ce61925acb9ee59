import { useLateTexts } from '../../_texts/texts.ts'
import { keyNames } from './key-names.ts'
import { isMac, type Keys } from './keys.ts'

/** What can be pressed instead, quietly at the end of what it stands in. Where a finger presses, there are no keys. */
export function KeyHint({ keys }: { keys: Keys }) {
  const names = useLateTexts().commands.keys
  const onMac = isMac()
  return (
    <span aria-hidden="true" className="shrink-0 text-caption pointer-coarse:hidden">
      {keyNames(keys, onMac, names).join(onMac ? '' : ' ')}
    </span>
  )
}
