import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { runCommand } from '../commands/use-command.ts'

/** For who reads above the end: the way back to it, and from turn to turn. */
export function JumpToEnd({ onJump }: { onJump: () => void }) {
  const words = useTexts().transcript
  return (
    <div className="-translate-x-1/2 absolute bottom-3 left-1/2 flex items-center whitespace-nowrap rounded-control border border-line-control bg-raised shadow-float print:hidden">
      <IconButton icon="chevron-up" label={words.turn_before} onClick={() => runCommand('turn_before')} />
      <IconButton icon="chevron-down" label={words.turn_after} onClick={() => runCommand('turn_after')} />
      <button
        type="button"
        onClick={onJump}
        className="inline-flex min-h-(--row) items-center gap-1.5 rounded-e-control border-line border-s ps-2.5 pe-3.5 font-medium text-small hover:bg-hover"
      >
        <Icon name="arrow-down" size={16} />
        {words.latest}
      </button>
    </div>
  )
}
