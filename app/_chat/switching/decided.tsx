import type { SessionSettings } from '#lib/canonical/session-settings.ts'
import { useLateTexts } from '../../_texts/texts.ts'

/** What of the chat does not go as it was said, by a decision that can be taken back. */
export function Decided({
  settings: { brief, left_out = [], set_aside = [] },
  onUndoBrief,
  onUndoFiles,
  onUndoAside,
}: {
  settings: SessionSettings
  onUndoBrief: () => void
  onUndoFiles: () => void
  onUndoAside: () => void
}) {
  const words = useLateTexts().switching
  return (
    <div className="column flex flex-col gap-1 pb-2 text-caption text-muted empty:hidden">
      {brief !== undefined && <Line text={words.in_brief} undo={words.in_brief_undo} onUndo={onUndoBrief} />}
      {left_out.length > 0 && (
        <Line text={words.files_out(left_out.length)} undo={words.files_undo} onUndo={onUndoFiles} />
      )}
      {set_aside.length > 0 && <Line text={words.set_aside} undo={words.files_undo} onUndo={onUndoAside} />}
    </div>
  )
}

function Line({ text, undo, onUndo }: { text: string; undo: string; onUndo: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {text}
      <button
        type="button"
        onClick={onUndo}
        className="font-medium text-accent underline underline-offset-3 pointer-coarse:min-h-11"
      >
        {undo}
      </button>
    </p>
  )
}
