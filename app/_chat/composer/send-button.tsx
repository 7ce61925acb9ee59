import { Icon } from '../../_ui/icon.tsx'
import { Spinner } from '../../_ui/spinner.tsx'

export function SendButton({ reason, sending }: { reason: string | null; sending: boolean }) {
  return (
    <button
      type="submit"
      aria-label="Send"
      // Still focusable while it cannot send, so that its reason can be found.
      aria-disabled={reason !== null || sending}
      title={reason ?? 'Send (Enter)'}
      className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent text-accent-ink transition-opacity hover:opacity-90 aria-disabled:bg-bubble aria-disabled:text-muted"
    >
      {sending ? <Spinner size={16} /> : <Icon name="arrow-up" />}
    </button>
  )
}
