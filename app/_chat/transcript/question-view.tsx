import type { Message } from '#lib/canonical/message.ts'
import { Picture } from '../../_content/picture.tsx'
import { UnsupportedBlock } from './block-view.tsx'

/** What the person said: shown as typed, pictures first. */
export function QuestionView({ message }: { message: Message }) {
  const pictures = message.content.filter((block) => block.type === 'image')
  const others = message.content.filter((block) => block.type !== 'image')
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
      {others.map((block, index) =>
        block.type === 'text' ? (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes
            key={index}
            dir="auto"
            className="max-w-[85%] whitespace-pre-wrap break-words rounded-2xl rounded-ee-md bg-bubble px-4 py-2.5 leading-relaxed"
          >
            {block.text}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes
          <UnsupportedBlock key={index} type={block.type} />
        ),
      )}
    </article>
  )
}
