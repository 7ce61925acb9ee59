import { isUsable, type ModelGroup } from './model.ts'
import { ModelOption } from './model-option.tsx'
import type { useModelSearch } from './use-model-search.ts'

/** The models of one provider. */
export function ModelOptions({
  group,
  search: { current, optionId },
  chosen,
  full = false,
  lossOf,
  onPick,
}: {
  group: ModelGroup
  search: ReturnType<typeof useModelSearch>
  chosen: readonly (string | null)[]
  /** As many are chosen as can be: no other may be. */
  full?: boolean
  /** What a chat would lose there, in words. */
  lossOf?: ((id: string) => string | null) | undefined
  onPick: (id: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset has no place in a listbox
    <div role="group" aria-label={group.label}>
      <p aria-hidden="true" className="px-2.5 pt-3 pb-1 font-semibold text-caption text-muted">
        {group.label}
      </p>
      {group.models.map((model) => (
        <ModelOption
          key={model.id}
          id={optionId(model.id)}
          model={model}
          selected={chosen.includes(model.id)}
          disabled={!isUsable(model) || (full && !chosen.includes(model.id))}
          active={model.id === current}
          loss={lossOf?.(model.id) ?? null}
          onPick={() => onPick(model.id)}
        />
      ))}
    </div>
  )
}
