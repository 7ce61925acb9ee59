import { useTexts } from '../../_texts/texts.ts'
import { Spinner } from '../../_ui/spinner.tsx'

export function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  const words = useTexts().composer
  return (
    <button
      type="button"
      disabled={stopping}
      onClick={onStop}
      title={words.stop_keys}
      className="inline-flex min-h-9 items-center gap-2 rounded-control border border-line-control px-3 font-medium max-sm:px-3.5 hover:bg-hover disabled:opacity-60 pointer-coarse:min-h-11"
    >
      {stopping ? <Spinner /> : <span aria-hidden="true" className="size-2.5 rounded-[2px] bg-ink" />}
      <span className="max-sm:sr-only">{stopping ? words.stopping : words.stop}</span>
    </button>
  )
}
