const PROMPTS = ['Calculate 12*(3+4)', 'Think about the sky', 'Write something long in Markdown'] as const

/** Things to try: one is put into the message field, to be sent or changed. */
export function ExamplePrompts({ onPick }: { onPick: (prompt: string) => void }) {
  return (
    <ul aria-label="Examples" className="column flex flex-wrap gap-2 pb-4 md:pt-3">
      {PROMPTS.map((prompt) => (
        <li key={prompt}>
          <button
            type="button"
            onClick={() => onPick(prompt)}
            className="h-8 rounded-full border border-line px-3 text-muted text-sm transition-colors hover:bg-hover hover:text-ink"
          >
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  )
}
