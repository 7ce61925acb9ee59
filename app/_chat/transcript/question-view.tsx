import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { FileChip } from '../../_content/file-chip.tsx'
import { Picture } from '../../_content/picture.tsx'
import { UnsupportedBlock } from './block-view.tsx'

/** What the person said: shown as typed, pictures and files first. */
export function QuestionView({ message }: { message: Pick<Message, 'content'> }) {
  const pictures = message.content.filter((block) => block.type === 'image')
  const files = message.content.filter((block) => block.type === 'document')
  const others = message.content.filter((block) => block.type !== 'image' && block.type !== 'document')
  return (
    <article aria-label="You" className="flex flex-col items-end gap-2">
      {pictures.length > 0 && (
        <div className="flex flex-wrap justify-end gap-2">
          {pictures.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes, and may hold a picture twice
            <Picture key={index} block={block} />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <div className="flex max-w-full flex-wrap justify-end gap-2">
          {files.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes, and may hold a file twice
            <FileChip key={index} block={block} />
          ))}
        </div>
      )}
      {others.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes
        <SaidBlock key={index} block={block} />
      ))}
    </article>
  )
}

type Beside = Exclude<ContentBlock, { type: 'image' | 'document' }>

function SaidBlock({ block }: { block: Beside }) {
  switch (block.type) {
    case 'text':
      return (
        <p
          dir="auto"
          className="max-w-[85%] whitespace-pre-wrap break-words rounded-2xl rounded-ee-md bg-bubble px-4 py-2.5 leading-relaxed"
        >
          {block.text}
        </p>
      )
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
  return <UnsupportedBlock type={(block as { type: string }).type} />
}
