'use client'

import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'

/** Things to try: one is put into the message field, to be sent or changed. */
export function ExamplePrompts({ scripted, onPick }: { scripted: boolean; onPick: (prompt: string) => void }) {
  const words = useTexts().composer
  return (
    <ul aria-label={words.examples}>
      {(scripted ? words.scripted_examples : words.real_examples).map(({ title, about, prompt }) => (
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
