/** A quiet line about how an answer ended. */
export function Mark({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 text-muted text-small">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-line-control" />
      {text}
    </p>
  )
}
