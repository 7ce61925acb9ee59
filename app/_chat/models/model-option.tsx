import { clsx } from 'clsx'
import type { Model } from '#lib/api/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import type { IconName } from '../../_ui/icon.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { endLabel, isUsable, priceLabel, unavailableLabel } from './model.ts'

const CAPABILITIES: readonly {
  key: 'supports_images' | 'supports_thinking' | 'supports_tools'
  icon: IconName
  label: 'takes_pictures' | 'thinks' | 'uses_tools'
}[] = [
  { key: 'supports_images', icon: LATE_ICONS.eye, label: 'takes_pictures' },
  { key: 'supports_thinking', icon: 'mind', label: 'thinks' },
  { key: 'supports_tools', icon: LATE_ICONS.wrench, label: 'uses_tools' },
]

export function ModelOption({
  id,
  model,
  selected,
  active,
  disabled,
  loss,
  onPick,
}: {
  id: string
  model: Model
  selected: boolean
  active: boolean
  disabled: boolean
  loss: string | null
  onPick: () => void
}) {
  const texts = useTexts()
  const words = useLateTexts().panels
  const usable = isUsable(model)
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={selected}
      disabled={disabled}
      onClick={onPick}
      className={clsx(
        'flex w-full items-center gap-3 rounded-control px-2.5 py-1.5 text-start text-ui pointer-coarse:min-h-11',
        disabled ? 'text-muted' : 'hover:bg-hover',
        active && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <Hand provider={model.provider} />
          <span className="truncate">{model.label}</span>
          {model.scripted && <Badge text={words.scripted} />}
          {!usable && <Badge text={words.not_configured} />}
        </span>
        <span className="flex ps-4.5 text-caption text-muted">
          <span className="min-w-8 truncate">
            {model.aliases[0] && `@${model.aliases[0]} · `}
            {model.unavailable ? (
              <span className="text-warn">{unavailableLabel(texts, model.unavailable)}</span>
            ) : (
              priceLabel(texts, model)
            )}
            {model.ends && ` · ${endLabel(texts, model.ends)}`}
          </span>
          {/* What a chat loses is read before what it costs, where there is no room for both. */}
          {loss !== null && <span className="min-w-fit truncate whitespace-pre text-ink-soft"> · {loss}</span>}
        </span>
      </span>
      <span className="flex gap-1.5 text-muted">
        {CAPABILITIES.filter(({ key }) => model.capabilities[key]).map(({ key, icon, label }) => (
          <span key={key} title={words[label]}>
            <Icon name={icon} size={15} />
            <span className="sr-only">{words[label]}</span>
          </span>
        ))}
      </span>
      <span className="w-4 text-accent">{selected && <Icon name={LATE_ICONS.check} size={16} />}</span>
    </button>
  )
}

function Badge({ text }: { text: string }) {
  return (
    <span className="shrink-0 rounded-mark border border-line-strong px-1.5 text-caption text-muted leading-tight">
      {text}
    </span>
  )
}
