import { useId } from 'react'

/** On or off, with what it means. */
export function Switch({
  label,
  about,
  checked,
  onChange,
}: {
  label: string
  about?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label className="flex min-h-11 items-center gap-4 border-line border-b py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {about && (
          <span id={id} className="block text-caption text-muted">
            {about}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={about && id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="relative h-5.5 w-9.5 shrink-0 rounded-full border border-line-control bg-sunken transition-colors duration-(--t-press) after:absolute after:start-0.75 after:top-0.75 after:size-3.5 after:rounded-full after:bg-muted after:transition-transform after:duration-(--t-press) peer-checked:border-accent-solid peer-checked:bg-accent-solid peer-checked:after:translate-x-4 peer-checked:after:bg-accent-ink peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 rtl:peer-checked:after:-translate-x-4 forced-colors:peer-checked:bg-[Highlight]"
      />
    </label>
  )
}
