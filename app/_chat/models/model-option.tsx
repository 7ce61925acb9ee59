import { clsx } from 'clsx'
import type { Model } from '#lib/api/model.ts'
import type { IconName } from '../../_ui/icon.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { isUsable, priceLabel } from './model.ts'

const CAPABILITIES: readonly {
  key: 'supports_images' | 'supports_thinking' | 'supports_tools'
  icon: IconName
  label: string
}[] = [
  { key: 'supports_images', icon: 'eye', label: 'takes pictures' },
  { key: 'supports_thinking', icon: 'brain', label: 'thinks' },
  { key: 'supports_tools', icon: 'wrench', label: 'uses tools' },
]

export function ModelOption({
  id,
  model,
  selected,
  active,
  onPick,
}: {
  id: string
  model: Model
  selected: boolean
  active: boolean
  onPick: () => void
}) {
  const usable = isUsable(model)
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={selected}
      disabled={!usable}
      onClick={onPick}
      className={clsx(
        'flex w-full items-center gap-3 rounded-lg px-2.5 py-2 text-start',
        usable ? 'hover:bg-hover' : 'text-muted',
        active && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="truncate">{model.label}</span>
          {model.scripted && <Badge text="scripted" />}
          {!usable && <Badge text="not configured" />}
        </span>
        <span className="block truncate text-muted text-xs">
          {model.aliases[0] && `@${model.aliases[0]} · `}
          {priceLabel(model.price)}
        </span>
      </span>
      <span className="flex gap-1.5 text-muted">
        {CAPABILITIES.filter(({ key }) => model.capabilities[key]).map(({ key, icon, label }) => (
          <span key={key} title={label}>
            <Icon name={icon} size={15} />
            <span className="sr-only">{label}</span>
          </span>
        ))}
      </span>
      <span className="w-4 text-accent">{selected && <Icon name="check" size={16} />}</span>
    </button>
  )
}

function Badge({ text }: { text: string }) {
  return (
    <span className="shrink-0 rounded border border-line px-1.5 text-[0.6875rem] text-muted leading-4">{text}</span>
  )
}
