import { Button } from './button.tsx'

/** Whether somebody is sure of what cannot be undone; what changes nothing has the focus. */
export function Question({
  label,
  words,
  keep,
  sure,
  onKeep,
  onSure,
}: {
  label: string
  words: string
  keep: string
  sure: string
  onKeep: () => void
  onSure: () => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question with its two answers; a fieldset is for what is filled in
    <div role="group" aria-label={label} className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="alert" className="min-w-0 max-w-[42em] break-words">
        {words}
      </p>
      <span className="flex gap-2">
        <Button autoFocus onClick={onKeep} className="pointer-coarse:min-h-11">
          {keep}
        </Button>
        <Button variant="danger" onClick={onSure} className="pointer-coarse:min-h-11">
          {sure}
        </Button>
      </span>
    </div>
  )
}
