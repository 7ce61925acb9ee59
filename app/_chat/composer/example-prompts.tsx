import { Icon } from '../../_ui/icon.tsx'

const PROMPTS = ['Calculate 12*(3+4)', 'Think about the sky', 'Write something long in Markdown'] as const

/** Things to try: one is put into the message field, to be sent or changed. */
export function ExamplePrompts({ onPick }: { onPick: (prompt: string) => void }) {
  return (
    <ul aria-label="Examples" className="column pt-4 pb-6">
      {PROMPTS.map((prompt) => (
        <li key={prompt} className="border-line not-first:border-t">
          <button
            type="button"
            onClick={() => onPick(prompt)}
            className="group flex min-h-11 w-full items-center gap-4 py-2 text-start font-serif text-body"
          >
            <span className="flex-1 group-hover:text-accent">{prompt}</span>
            <span className="text-muted">
              <Icon name="chevron-right" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
