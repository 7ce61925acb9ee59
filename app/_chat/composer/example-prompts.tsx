import { Icon } from '../../_ui/icon.tsx'

interface Example {
  title: string
  about: string
  prompt: string
}

/** What the script of the demo can show. */
const SCRIPTED: readonly Example[] = [
  { title: 'Calculate 12*(3+4)', about: 'A tool is used, and what it did is shown', prompt: 'Calculate 12*(3+4)' },
  { title: 'Think about the sky', about: 'Thoughts come before the answer, folded', prompt: 'Think about the sky' },
  {
    title: 'Write something long in Markdown',
    about: 'Close the tab in the middle: it is finished when you come back',
    prompt: 'Write something long in Markdown',
  },
]

/** What is different here, with any model that really answers. */
const REAL: readonly Example[] = [
  {
    title: 'Change the model in the middle',
    about: 'Ask this, then choose another model below: it has read the answer',
    prompt: 'Explain in three sentences why the night sky is dark.',
  },
  {
    title: 'Compare two models on one question',
    about: 'Ask this, then “Answer again” with another model, and go between the two',
    prompt: 'What speaks for a four-day week, and what against it? Decide at the end.',
  },
  {
    title: 'See what a question costs',
    about: 'What was read, what was written and the amount stand below each answer',
    prompt: 'List the ten longest rivers of Europe in a table, with their length and where they end.',
  },
]

/** Things to try: one is put into the message field, to be sent or changed. */
export function ExamplePrompts({ scripted, onPick }: { scripted: boolean; onPick: (prompt: string) => void }) {
  return (
    <ul aria-label="Examples">
      {(scripted ? SCRIPTED : REAL).map(({ title, about, prompt }) => (
        <li key={title} className="border-line not-first:border-t">
          <button
            type="button"
            onClick={() => onPick(prompt)}
            className="group flex min-h-11 w-full items-center gap-4 py-2 text-start"
          >
            <span className="flex-1">
              <span className="block font-serif text-body leading-snug group-hover:text-accent">{title}</span>
              <span className="block text-caption text-muted">{about}</span>
            </span>
            <span className="text-muted">
              <Icon name="chevron-right" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
