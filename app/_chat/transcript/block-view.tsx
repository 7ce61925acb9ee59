'use client'

import type { ReactNode } from 'react'
import type { BlockType, ContentBlock, TextBlock } from '#lib/canonical/block.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import { UNREADABLE } from '#lib/canonical/unreadable.ts'
import { FileChip } from '../../_content/file-chip.tsx'
import { lateComponent } from '../../_content/late-component.tsx'
import { Markdown } from '../../_content/markdown.tsx'
import { Picture } from '../../_content/picture.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import type { ThinkingSpan } from '../live/live-answer.ts'
import { Thinking } from './thinking.tsx'

const ToolCard = lateComponent(
  async () => (await import('./tool-card.tsx')).ToolCard,
  <div className="min-h-10 rounded-card border border-line-strong pointer-coarse:min-h-11.5" />,
)
const HostedTool = lateComponent(
  async () => (await import('./hosted-tool.tsx')).HostedTool,
  <div className="min-h-8 pointer-coarse:min-h-11" />,
)

export interface BlockContext {
  /** This block is the one being written. */
  streaming: boolean
  thinking: ThinkingSpan | null
  /** Of the message; `null` while it is being written. */
  metadata: MessageMetadata | null
}

type View<T extends BlockType> = (block: Extract<ContentBlock, { type: T }>, context: BlockContext) => ReactNode

const VIEWS = {
  text: (block, { streaming }) => <AnswerText block={block} streaming={streaming} />,
  thinking: (block, { streaming, thinking }) => <Thinking text={block.text} live={streaming} span={thinking} />,
  redacted_thinking: () => <Thinking text={null} live={false} span={null} />,
  tool_use: (block, { streaming, metadata }) => <ToolCard call={block} writing={streaming} metadata={metadata} />,
  // Shown inside the card of its call.
  tool_result: () => null,
  image: (block) => <Picture block={block} />,
  hosted_tool: (block, { streaming, metadata }) => <HostedTool block={block} live={streaming || metadata === null} />,
  document: (block) => <FileChip block={block} />,
} satisfies { [T in BlockType]: View<T> }

/** One block of an answer. Stored messages may hold blocks of types that this version does not know. */
export function BlockView({ block, ...context }: { block: ContentBlock } & BlockContext) {
  if (!Object.hasOwn(VIEWS, block.type)) return <UnsupportedBlock type={block.type} />
  const view = VIEWS[block.type] as View<BlockType>
  return view(block, context)
}

function AnswerText({ block, streaming }: { block: TextBlock; streaming: boolean }) {
  return block.text.trim() === '' ? null : <Markdown text={block.text} streaming={streaming} />
}

export function UnsupportedBlock({ type }: { type: string }) {
  const words = useTexts().transcript
  if (type === UNREADABLE) return <Placeholder>{words.unreadable}</Placeholder>
  return (
    <Placeholder>
      {words.unsupported} <code className="font-mono text-xs">{type}</code>
      {words.unsupported_about}
    </Placeholder>
  )
}

function Placeholder({ children }: { children: ReactNode }) {
  return (
    <p className="inline-flex items-center gap-2 rounded-lg border border-line-strong border-dashed px-3 py-2 text-muted text-sm">
      <Icon name="info" size={16} />
      <span>{children}</span>
    </p>
  )
}
