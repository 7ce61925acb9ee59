import { fileKind } from '../../_content/file-chip.tsx'
import { sizeLabel } from '../../_content/format.ts'
import { IconButton } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import type { Attachment, UploadedBlock } from './use-attachments.ts'

function kindOf(block: UploadedBlock): string {
  return block.type === 'document' ? fileKind(block) : 'Picture'
}

function FileTile({ name, size, kind }: { name: string; size: number; kind: string }) {
  return (
    <span className="flex h-16 w-44 items-center gap-2 rounded-lg border border-line px-3 text-sm">
      <Icon name="file" />
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span className="block text-muted text-xs">{[kind, sizeLabel(size)].filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  )
}

export function AttachmentTray({
  attachments,
  onRemove,
}: {
  attachments: readonly Attachment[]
  onRemove: (key: number) => void
}) {
  if (attachments.length === 0) return null
  const problems = attachments.flatMap(({ upload, name }) =>
    upload.state === 'failed' ? `${name}: ${upload.problem}` : [],
  )
  return (
    <div className="px-3 pt-3">
      <ul aria-label="Attached pictures and files" className="flex flex-wrap gap-2">
        {attachments.map(({ key, name, preview, size, upload }) => (
          <li key={key} className="relative">
            {upload.state === 'failed' ? (
              <span className="grid size-16 place-items-center rounded-lg border border-danger text-danger">
                <Icon name="alert" />
              </span>
            ) : size !== null ? (
              <FileTile name={name} size={size} kind={upload.state === 'ready' ? kindOf(upload.block) : ''} />
            ) : preview === null ? (
              <span className="block size-16 rounded-lg border border-line" />
            ) : (
              // biome-ignore lint/performance/noImgElement: a picture that was just picked, in memory
              <img src={preview} alt={name} className="size-16 rounded-lg border border-line object-cover" />
            )}
            {upload.state === 'uploading' && (
              <span className="absolute inset-0 grid place-items-center rounded-lg bg-canvas/60">
                <Spinner size={18} />
                <span className="sr-only">Uploading</span>
              </span>
            )}
            <IconButton
              icon="close"
              size={12}
              label={`Remove ${name}`}
              className="-end-2 -top-2 absolute size-6! rounded-full border border-line bg-raised hover:bg-bubble"
              onClick={() => onRemove(key)}
            />
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <p role="alert" className="pt-2 text-danger text-sm">
          {problems.join(' ')}
        </p>
      )}
    </div>
  )
}
