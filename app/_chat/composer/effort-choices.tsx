import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { moveFocus } from '../../_ui/move-focus.ts'
import { type EffortAtModel, effortLabel } from './effort-label.ts'

/** What a model can be asked for. */
export function EffortChoices({
  chosen: { effort: current, note },
  efforts,
  onPick,
}: {
  chosen: EffortAtModel
  efforts: readonly ReasoningEffort[]
  onPick: (effort: ReasoningEffort | null) => void
}) {
  const texts = useTexts()
  return (
    <>
      {[null, ...efforts].map((effort) => (
        <button
          key={effort}
          type="button"
          role="menuitemradio"
          aria-checked={effort === current}
          onKeyDown={moveFocus}
          onClick={() => onPick(effort)}
          className="flex min-h-(--row) w-full items-center gap-2 rounded-control px-2.5 text-start text-ui hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]"
        >
          <span className="flex-1">{effortLabel(texts, effort)}</span>
          {effort === null && <span className="text-caption text-muted">{texts.composer.effort_default_about}</span>}
          {effort === current && <Icon name={LATE_ICONS.check} size={16} />}
        </button>
      ))}
      {note !== null && <p className="px-2.5 py-2 text-caption text-muted">{note}</p>}
    </>
  )
}
