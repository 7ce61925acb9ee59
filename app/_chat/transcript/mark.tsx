/** A quiet line about how an answer ended. */
export function Mark({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-line-strong" />
      {text}
    </p>
  )
}

export const STOPPED = 'Stopped. What had arrived is kept.'
