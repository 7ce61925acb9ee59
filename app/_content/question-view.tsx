import type { ComponentType } from 'react'
import type { ContentBlock, DocumentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { unknownKind } from '#lib/canonical/unknown-kind.ts'
import { useTexts } from '../_texts/texts.ts'
import { BlockFrame } from './block-frame.tsx'
import { UnsupportedBlock } from './block-view.tsx'
import { FileChip } from './file-chip.tsx'
import { LongText } from './long-text.tsx'
import { isNotShown, NotShown } from './not-shown.tsx'
import { Picture } from './picture.tsx'

/** What the person said: as typed, with what went with it below. */
export function QuestionView({
  message,
  File = FileChip,
}: {
  message: Pick<Message, 'content'> & { id?: string }
  /** Where more can be said of a file than what it is. */
  File?: ComponentType<{ block: DocumentBlock }>
}) {
  const words = useTexts().transcript
  const { id = '' } = message
  const placed = message.content.map((block, at) => ({ block, at }))
  const pictures = placed.filter(isPlaced('image'))
  const files = placed.filter(isPlaced('document'))
  const others = placed.filter(({ block: { type } }) => type !== 'image' && type !== 'document')
  return (
    <article
      aria-label={words.you}
      data-message={message.id}
      className="space-y-2.5 rounded-card bg-sunken px-4.5 py-3 forced-colors:border print:border"
    >
      {others.map(({ block, at }) => (
        <BlockFrame key={at} message_id={id} block={at}>
          <SaidBlock block={block as Beside} />
        </BlockFrame>
      ))}
      {pictures.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {pictures.map(({ block, at }) => (
            <BlockFrame key={at} message_id={id} block={at}>
              <Picture block={block} />
            </BlockFrame>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <div className="flex max-w-full flex-wrap gap-2">
          {files.map(({ block, at }) => (
            <BlockFrame key={at} message_id={id} block={at}>
              <File block={block} />
            </BlockFrame>
          ))}
        </div>
      )}
    </article>
  )
}

interface Placed<B = ContentBlock> {
  block: B
  at: number
}

function isPlaced<T extends ContentBlock['type']>(type: T) {
  return (placed: Placed): placed is Placed<Extract<ContentBlock, { type: T }>> => placed.block.type === type
}

type Beside = Exclude<ContentBlock, { type: 'image' | 'document' }>

function SaidBlock({ block }: { block: Beside }) {
  if (isNotShown(block)) return <NotShown />
  switch (block.type) {
    case 'text':
      return <LongText text={block.text} />
    case 'tool_use':
    case 'tool_result':
    case 'thinking':
    case 'redacted_thinking':
    case 'hosted_tool':
      // Nobody says these.
      return <UnsupportedBlock type={block.type} />
    default:
      return <UnknownBlock block={block} />
  }
}

/** Of a type that a newer version added: the compiler still has to see that we know all of ours. */
function UnknownBlock({ block }: { block: never }) {
  return <UnsupportedBlock type={unknownKind(block)} />
}
