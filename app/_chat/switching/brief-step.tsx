import { useState } from 'react'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import type { Draft } from './preview.ts'

/** A summary, read and changed before it goes anywhere. */
export function BriefStep({
  draft,
  busy,
  onSend,
  onBack,
}: {
  draft: Draft
  busy: boolean
  onSend: (text: string) => void
  onBack: () => void
}) {
  const { format } = useTexts()
  const words = useLateTexts().switching
  const [text, setText] = useState(draft.text)
  return (
    <div className="space-y-3 border-line-strong border-t pt-4">
      <p className="text-ink-soft">
        {words.brief_read} {draft.cost_usd !== null && words.brief_took(format.cost(draft.cost_usd))}
      </p>
      <label className="block space-y-1">
        <span className="font-semibold">{words.brief_field}</span>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it was just asked for, to be read
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          dir="auto"
          className="block h-64 w-full resize-y rounded-control border border-line-control bg-raised px-3 py-2 text-base md:text-ui"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={busy || text.trim() === ''}
          onClick={() => onSend(text)}
          className="pointer-coarse:min-h-11"
        >
          {words.brief_send}
        </Button>
        <Button onClick={onBack} className="pointer-coarse:min-h-11">
          {words.brief_back}
        </Button>
      </div>
    </div>
  )
}
