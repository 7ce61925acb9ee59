import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Spinner } from '../../_ui/spinner.tsx'
import type { Attachment } from './attachment.ts'

/** How much of a file has gone, over its tile; of what is over at once, nothing. */
export function UploadProgress({ attachment: { name, size, isSlow, upload } }: { attachment: Attachment }) {
  const words = useLateTexts().panels
  if (upload.state !== 'uploading') return null
  if (!isSlow) return <span className="sr-only">{words.uploading}</span>
  const { percent } = upload
  return (
    <span
      role="progressbar"
      aria-label={words.uploading_file(name)}
      {...(percent !== null && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent })}
      className="absolute inset-0 overflow-hidden rounded-lg"
    >
      {size === null && <OverPicture percent={percent} />}
      {percent !== null && (
        <span className="absolute inset-x-0 bottom-0 h-1 bg-sunken forced-colors:border-t">
          <span className="block h-full bg-(--fill) forced-colors:bg-[CanvasText]" style={{ width: `${percent}%` }} />
        </span>
      )}
      <span className="sr-only">{words.uploading}</span>
    </span>
  )
}

/** A picture has no line of text that could say it. */
function OverPicture({ percent }: { percent: number | null }) {
  return (
    <span className="grid size-full place-items-center bg-canvas/80 text-caption tabular-nums">
      {percent === null || percent === 100 ? <Spinner size={18} /> : `${percent}\u00a0%`}
    </span>
  )
}

/** For the line below the name of a file; `null` where there is nothing to say of it. */
export function useProgressWords({ size, isSlow, upload }: Attachment): string | null {
  const { format } = useTexts()
  const words = useLateTexts().panels
  if (upload.state !== 'uploading' || !isSlow || upload.percent === null || size === null) return null
  return upload.percent === 100 ? words.being_read : words.uploaded_of(upload.percent, format.size(size))
}

/** Tells a screen reader how far what takes long is, in quarters: each per cent would be too much. */
export function UploadStatus({ attachments }: { attachments: readonly Attachment[] }) {
  const words = useLateTexts().panels
  return (
    <span role="status" className="sr-only">
      {attachments
        .filter(({ isSlow }) => isSlow)
        .map(({ name, upload }) => {
          if (upload.state === 'failed' || upload.state === 'lost') return ''
          if (upload.state === 'ready') return words.is_uploaded(name)
          if (upload.percent === 100) return words.is_being_read(name)
          const quarters = Math.floor((upload.percent ?? 0) / 25)
          return quarters === 0 ? words.uploading_file(name) : words.uploaded_part(name, quarters * 25)
        })
        .filter(Boolean)
        .join('. ')}
    </span>
  )
}
