'use client'

import type { ComponentType, ReactNode } from 'react'
import type { BlockType, ContentBlock, TextBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import { unknownKind } from '#lib/canonical/unknown-kind.ts'
import { UNREADABLE } from '#lib/canonical/unreadable.ts'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { FileChip } from './file-chip.tsx'
import { lateComponent } from './late-component.tsx'
import { latePart } from './late-part.ts'
import { Markdown } from './markdown.tsx'
import { isNotShown, NotShown } from './not-shown.tsx'
import { Picture } from './picture.tsx'
import { Thinking } from './thinking.tsx'

export interface ToolCallProps {
  call: ToolUseBlock
  writing: boolean
  /** Of the message that holds the call; `null` while it is being written. */
  metadata: MessageMetadata | null
}

export const HOSTED_TOOL = latePart(async () => (await import('./hosted-tool.tsx')).HostedTool)
const HostedTool = lateComponent(HOSTED_TOOL, <div className="min-h-8 pointer-coarse:min-h-11" />)

export interface BlockContext {
  /** This block is the one being written. */
  streaming: boolean
  /** How long it thought, in milliseconds, where that is known. */
  thinking_ms: number | null
  /** Of the message; `null` while it is being written. */
  metadata: MessageMetadata | null
  /** Who shows the conversation knows what came of its calls. */
  ToolCall: ComponentType<ToolCallProps>
}

type View<T extends BlockType> = (block: Extract<ContentBlock, { type: T }>, context: BlockContext) => ReactNode

const VIEWS = {
  text: (block, { streaming }) => <AnswerText block={block} streaming={streaming} />,
  thinking: (block, { streaming, thinking_ms }) => <Thinking text={block.text} live={streaming} ms={thinking_ms} />,
  redacted_thinking: () => <Thinking text={null} live={false} ms={null} />,
  tool_use: (block, { streaming, metadata, ToolCall }) => (
    <ToolCall call={block} writing={streaming} metadata={metadata} />
  ),
  // Shown inside the card of its call.
  tool_result: () => null,
  image: (block) => <Picture block={block} />,
  hosted_tool: (block, { streaming, metadata }) => <HostedTool block={block} live={streaming || metadata === null} />,
  document: (block) => <FileChip block={block} />,
} satisfies { [T in BlockType]: View<T> }

/** One block of an answer. Stored messages may hold blocks of types that this version does not know. */
export function BlockView({ block, ...context }: { block: ContentBlock } & BlockContext) {
  if (isNotShown(block)) return <NotShown />
  if (!Object.hasOwn(VIEWS, block.type)) return <UnsupportedBlock type={unknownKind(block)} />
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
