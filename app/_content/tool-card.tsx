'use client'

import { clsx } from 'clsx'
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { Spinner } from '../_ui/spinner.tsx'
import { CodeBlock } from './code-block.tsx'
import { FileChip } from './file-chip.tsx'
import { Fold } from './fold.tsx'
import { masked } from './masked.tsx'
import { isInputNotShown, isNotShown, NotShown } from './not-shown.tsx'
import { Picture } from './picture.tsx'
import type { ToolStatus } from './tool-status.ts'

const STATUS_LOOK: Record<ToolStatus['state'], string> = {
  writing: 'text-muted',
  running: 'text-muted',
  done: 'bg-ok-soft text-ok',
  failed: 'bg-danger-soft text-danger',
  cancelled: 'text-muted',
}

/** One line shows no more, and a call may be as long as a file. */
const SUMMARY_LENGTH = 200

/** A call that the model made: which tool, with what, how it went, and what came back. */
export function ToolCard({
  call,
  status,
  result,
}: {
  call: ToolUseBlock
  status: ToolStatus
  result: ToolResultBlock | undefined
}) {
  const words = useLateTexts().reading
  return (
    <Fold
      isPart
      label={words.tool_call(call.name)}
      className="overflow-hidden rounded-card border border-line-strong bg-raised text-small"
      summaryClassName="flex min-h-9.5 items-center gap-2.5 px-3 py-1.5 hover:bg-hover focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11"
      summary={
        <>
          <span className="text-muted">
            <Icon name={LATE_ICONS.wrench} size={16} />
          </span>
          <span className="shrink-0 font-medium font-mono text-caption">{call.name}</span>
          <span className="min-w-0 flex-1 truncate text-caption text-muted">
            {masked((call.raw_input ?? inputSummary(call)).slice(0, SUMMARY_LENGTH))}
          </span>
          <Status status={status} />
          <span className="text-muted transition-transform duration-(--t-fold) group-open:rotate-90">
            <Icon name="chevron-right" size={14} />
          </span>
        </>
      }
    >
      <div className="divide-y divide-line border-line border-t">
        <Input call={call} unreadable={status.state === 'failed'} />
        {result && (
          <Part title={result.is_error ? words.error : words.result}>
            <Result result={result} />
          </Part>
        )}
      </div>
    </Fold>
  )
}

function inputSummary(call: ToolUseBlock): string {
  if (isInputNotShown(call)) return ''
  const { input } = call
  const values = Object.values(input)
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : JSON.stringify(input)
}

function Input({ call, unreadable }: { call: ToolUseBlock; unreadable: boolean }) {
  const words = useLateTexts().reading
  if (call.raw_input === undefined) {
    if (isInputNotShown(call))
      return (
        <Part title={words.input}>
          <NotShown />
        </Part>
      )
    return (
      <Part title={words.input}>
        <CodeBlock code={JSON.stringify(call.input, null, 2)} language="json" compact />
      </Part>
    )
  }
  return (
    <Part title={unreadable ? words.input_unreadable : words.input_so_far}>
      <CodeBlock code={call.raw_input} language="" compact />
    </Part>
  )
}

function Status({ status }: { status: ToolStatus }) {
  const { format } = useTexts()
  const words = useLateTexts().reading.tool_states
  const { state } = status
  const bad = state === 'failed'
  return (
    <span
      className={clsx(
        'inline-flex shrink-0 items-center gap-1.5 rounded-mark px-1.5 py-px text-caption',
        STATUS_LOOK[state],
      )}
    >
      {(state === 'running' || state === 'writing') && <Spinner size={12} />}
      {state === 'done' && <Icon name={LATE_ICONS.check} size={14} />}
      {bad && <Icon name="alert" size={14} />}
      <span>{words[state]}</span>
      {state === 'done' && status.duration_ms !== null && status.duration_ms >= 100 && (
        <span>{format.duration(status.duration_ms)}</span>
      )}
    </span>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-3 gap-y-1 px-3 py-2 md:grid-cols-[4.25rem_minmax(0,1fr)]">
      <h2 data-beside="" className="pt-1 text-muted">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Result({ result }: { result: ToolResultBlock }) {
  return (
    <div className="space-y-2">
      {result.content.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the content of a stored result never changes
        <ResultBlock key={index} block={block} />
      ))}
    </div>
  )
}

function ResultBlock({ block }: { block: ContentBlock }) {
  if (block.type === 'image') return <Picture block={block} />
  if (isNotShown(block)) return <NotShown />
  if (block.type === 'document') return <FileChip block={block} />
  return <CodeBlock code={block.type === 'text' ? block.text : JSON.stringify(block, null, 2)} language="" compact />
}
