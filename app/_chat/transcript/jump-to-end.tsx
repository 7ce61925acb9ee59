import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'

export function JumpToEnd({ onJump }: { onJump: () => void }) {
  const words = useTexts().transcript
  return (
    <button
      type="button"
      onClick={onJump}
      className="-translate-x-1/2 absolute bottom-3 left-1/2 inline-flex min-h-(--row) items-center gap-1.5 rounded-control border border-line-control bg-raised ps-2.5 pe-3.5 font-medium text-small shadow-float print:hidden hover:bg-surface"
    >
      <Icon name="arrow-down" size={16} />
      {words.latest}
    </button>
  )
}
