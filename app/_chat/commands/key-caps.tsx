import { useLateTexts } from '../../_texts/texts.ts'
import { keyNames } from './key-names.ts'
import type { Keys } from './keys.ts'
import { isMac } from './keys.ts'

export function KeyCaps({ keys }: { keys: Keys }) {
  const names = useLateTexts().commands.keys
  return (
    <span className="flex shrink-0 gap-1">
      {keyNames(keys, isMac(), names).map((name) => (
        <kbd
          key={name}
          className="min-w-5 rounded-mark border border-line-strong bg-surface px-1.5 text-center font-sans text-caption text-muted"
        >
          {name}
        </kbd>
      ))}
    </span>
  )
}
