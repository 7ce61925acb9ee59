import { Spinner } from '../../_ui/spinner.tsx'

export function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  return (
    <button
      type="button"
      disabled={stopping}
      onClick={onStop}
      title="Stop (Esc)"
      className="inline-flex h-9 items-center gap-2 rounded-lg border border-line-strong px-3 font-medium text-sm hover:bg-hover disabled:opacity-60"
    >
      {stopping ? <Spinner /> : <span aria-hidden="true" className="size-2.5 rounded-[2px] bg-ink" />}
      {stopping ? 'Stopping' : 'Stop'}
    </button>
  )
}
