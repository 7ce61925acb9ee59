/** One of a list, by the control that every system has for it. */
export function Choice<V extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string
  options: readonly { value: V; label: string }[]
  chosen: V
  onChoose: (value: V) => void
}) {
  return (
    <label className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-small">
      <span className="text-muted">{label}</span>
      <select
        value={chosen}
        onChange={({ target }) => {
          const option = options.find(({ value }) => value === target.value)
          if (option) onChoose(option.value)
        }}
        className="min-h-(--row) min-w-0 max-w-full rounded-control border border-line-control bg-raised px-2 text-ui pointer-coarse:min-h-11"
      >
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
