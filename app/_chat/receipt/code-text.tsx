/** More is copied, and not shown: a picture is megabytes of letters. */
const MOST_SHOWN = 60_000

/** Text of machines, which scrolls by itself. */
export function CodeText({ label, text }: { label: string; text: string }) {
  const isCut = text.length > MOST_SHOWN
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys as well
      tabIndex={0}
      dir="ltr"
      className="max-h-80 overflow-auto rounded-card border border-line bg-surface p-3"
    >
      <pre className="font-mono text-caption">{isCut ? `${text.slice(0, MOST_SHOWN)}…` : text}</pre>
    </div>
  )
}
