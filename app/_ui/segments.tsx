/** One of a few, side by side. */
export function Segments<V extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string
  options: readonly { value: V; label: string }[]
  /** `null`: none of them. */
  chosen: V | null
  onChoose: (value: V) => void
}) {
  return (
    <fieldset className="inline-flex overflow-clip rounded-control border border-line-control bg-raised print:hidden">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
          className="min-h-(--row) border-line-strong px-3 text-ui not-first-of-type:border-s focus-visible:outline-offset-[-2px] hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent pointer-coarse:min-h-11"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
