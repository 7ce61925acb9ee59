/** One of several ways, and what it means. */
export function RadioRow({
  name,
  label,
  about,
  isChosen,
  onChoose,
}: {
  name: string
  label: string
  about?: string
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <label className="flex min-h-(--row) items-start gap-3 py-1 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-(--accent-solid)"
      />
      <span>
        {label}
        {about && <span className="block text-caption text-muted">{about}</span>}
      </span>
    </label>
  )
}
