import { useState } from 'react'
import type { Model } from '#lib/api/model.ts'
import { LateFileView } from '../../_content/file-chip.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import type { Attachment, UploadedBlock } from './attachment.ts'
import { FileTile } from './file-tile.tsx'
import { UploadProgress, UploadStatus } from './upload-progress.tsx'
import { getsOf, whatModelGets } from './what-model-gets.ts'

const A_PICTURE: UploadedBlock = { type: 'image', source: { kind: 'file_ref', data: '' }, media_type: 'image/png' }

const LINK = 'block min-h-(--row) text-accent text-caption hover:underline'

export function AttachmentTray({
  attachments,
  model,
  onRemove,
  onAgain,
  onTextAgain,
}: {
  attachments: readonly Attachment[]
  /** Who gets them. */
  model: Model | undefined
  onRemove: (key: number) => void
  /** One whose upload failed is to be uploaded once more. */
  onAgain: (key: number) => void
  /** A pasted text is to stand among the words after all. */
  onTextAgain: (attachment: Attachment) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().panels
  const [opened, setOpened] = useState<number | null>(null)
  if (attachments.length === 0) return null
  const problems = attachments.flatMap(({ upload, name }) => {
    if (upload.state === 'lost') return upload.isGone ? words.file_gone(name) : words.file_left_behind(name)
    if (upload.state !== 'failed') return []
    return upload.problem.startsWith(name) ? upload.problem : `${name}: ${upload.problem}`
  })
  const unseen = attachments.some(({ upload }) => upload.state === 'ready' && upload.block.type === 'image')
    ? whatModelGets(texts, A_PICTURE, model)
    : null
  return (
    <div className="px-3 pt-3">
      <ul aria-label={words.attachments} className="flex flex-wrap items-start gap-2">
        {attachments.map((attachment) => {
          const { key, name, preview, size, upload, isPasted, read } = attachment
          return (
            <li key={key} className="relative">
              {upload.state === 'failed' || upload.state === 'lost' ? (
                <span className="flex min-h-16 w-52 items-center gap-2 rounded-lg border border-danger px-3 py-1.5 text-danger text-sm">
                  <Icon name="alert" />
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {name}
                  </span>
                </span>
              ) : size !== null ? (
                <FileTile
                  file={attachment}
                  size={size}
                  block={upload.state === 'ready' ? upload.block : null}
                  gets={upload.state === 'ready' ? whatModelGets(texts, upload.block, model, read) : null}
                  onOpen={() => setOpened(key)}
                />
              ) : preview === null ? (
                <span className="block size-16 rounded-lg border border-line" />
              ) : (
                // biome-ignore lint/performance/noImgElement: a picture that was just picked, in memory
                <img src={preview} alt={name} className="size-16 rounded-lg border border-line object-cover" />
              )}
              <UploadProgress attachment={attachment} />
              {opened === key && upload.state === 'ready' && upload.block.type === 'document' && (
                <LateFileView
                  file={upload.block}
                  address={upload.block.source.data}
                  gets={getsOf(texts, upload.block, model)}
                  onClose={() => setOpened(null)}
                />
              )}
              <IconButton
                icon="close"
                size={12}
                label={upload.state === 'uploading' ? words.cancel_upload(name) : words.remove_file(name)}
                className="-end-2 -top-2 absolute size-6! rounded-full border border-line bg-raised hover:bg-bubble pointer-coarse:z-1 pointer-coarse:before:-inset-2.75 pointer-coarse:before:absolute"
                onClick={() => onRemove(key)}
              />
              {upload.state === 'failed' && upload.mayGoAgain && (
                <button
                  type="button"
                  aria-label={words.upload_again(name)}
                  onClick={() => onAgain(key)}
                  className={LINK}
                >
                  {words.try_again}
                </button>
              )}
              {isPasted && upload.state !== 'lost' && (
                <button type="button" onClick={() => onTextAgain(attachment)} className={LINK}>
                  {words.text_again}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <UploadStatus attachments={attachments} />
      {unseen !== null && <p className="pt-2 text-muted text-sm">{words.left_out(unseen)}</p>}
      {problems.length > 0 && (
        <div role="alert" className="pt-2 text-danger text-sm">
          <ul>
            {problems.map((problem, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may be refused in the same words
              <li key={at}>{problem}</li>
            ))}
          </ul>
          {attachments.length > problems.length && <p>{words.rest_can_be_sent}</p>}
        </div>
      )}
    </div>
  )
}
