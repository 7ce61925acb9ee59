import type { Keys } from './command.ts'
import { isMac, keyNames } from './keys.ts'

export function KeyCaps({ keys }: { keys: Keys }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keyNames(keys, isMac()).map((name) => (
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
