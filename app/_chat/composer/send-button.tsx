import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { Spinner } from '../../_ui/spinner.tsx'

export function SendButton({ reason, sending, busy }: { reason: string | null; sending: boolean; busy: boolean }) {
  const words = useTexts().composer
  return (
    <button
      type="submit"
      aria-label={busy ? words.send_after : words.send}
      // Still focusable while it cannot send, so that its reason can be found.
      aria-disabled={reason !== null || sending}
      title={reason ?? (busy ? words.send_after_keys : words.send_keys)}
      className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-solid text-accent-ink transition-colors duration-(--t-press) hover:bg-accent-hover aria-disabled:bg-sunken aria-disabled:text-muted pointer-coarse:size-11"
    >
      {sending ? <Spinner size={16} /> : <Icon name="arrow-up" />}
    </button>
  )
}
