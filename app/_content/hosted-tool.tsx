'use client'

import { clsx } from 'clsx'
import type { HostedToolBlock, HostedToolResult } from '#lib/canonical/hosted-tool.ts'
import { type LateTexts, useLateTexts } from '../_texts/texts.ts'
import { Icon, type IconName } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { Spinner } from '../_ui/spinner.tsx'
import { CodeBlock } from './code-block.tsx'
import { Fold } from './fold.tsx'
import { isInputNotShown, isResultNotShown, NotShown } from './not-shown.tsx'
import { SourceLink } from './source-link.tsx'

const ICONS: Record<HostedToolBlock['tool'], IconName> = {
  web_search: 'search',
  web_fetch: 'search',
  code_execution: LATE_ICONS.wrench,
  file_search: 'search',
  image_generation: 'image',
  other: LATE_ICONS.wrench,
}

/** One line shows no more, and code may be as long as a file. */
const SUMMARY_LENGTH = 200

/** A call that the provider ran itself: what it was, with what, how it went, and what it found. */
export function HostedTool({ block, live }: { block: HostedToolBlock; live: boolean }) {
  // A newer version may know more tools.
  const tool = Object.hasOwn(ICONS, block.tool) ? block.tool : 'other'
  const look = useLateTexts().reading.hosted[tool]
  const isRunning = live && block.status === 'running'
  const title = isRunning ? `${look.doing}…` : block.status === 'completed' ? look.done : look.doing
  return (
    <Fold
      isPart
      summaryClassName="-ms-2 flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2 text-muted text-small hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
      summary={
        <>
          <Icon name={ICONS[tool]} size={16} />
          <span className="shrink-0">{block.tool === 'other' ? `${title}: ${block.name}` : title}</span>
          <span className="min-w-0 flex-1 truncate text-xs">{summaryOf(block)}</span>
          <Status block={block} isRunning={isRunning} />
          <span className="transition-transform duration-(--t-fold) group-open:rotate-90">
            <Icon name="chevron-right" size={14} />
          </span>
        </>
      }
    >
      <div className="mt-1.5 space-y-2 border-line-strong border-s ps-4 text-small">
        {isInputNotShown(block) && <NotShown />}
        {Object.keys(block.input).length > 0 && <Input input={block.input} />}
        {isResultNotShown(block) && <NotShown />}
        {block.result && <Result result={block.result} />}
      </div>
    </Fold>
  )
}

function summaryOf({ input }: HostedToolBlock): string {
  const said = Object.values(input).find((value) => typeof value === 'string')
  return (said ?? '').slice(0, SUMMARY_LENGTH)
}

function Status({ block: { status, result }, isRunning }: { block: HostedToolBlock; isRunning: boolean }) {
  const texts = useLateTexts().reading
  if (isRunning) return <Spinner size={12} />
  if (status === 'completed') return <span className="text-xs">{countOf(texts, result)}</span>
  const words = status === 'failed' ? texts.hosted_failed(result?.error?.code ?? texts.no_reason) : texts.no_result
  return <span className={clsx('text-xs', status === 'failed' && 'text-danger')}>{words}</span>
}

function countOf(texts: LateTexts['reading'], result: HostedToolResult | undefined): string {
  const found = result?.sources?.length ?? 0
  if (found > 1) return texts.results(found)
  const code = result?.output?.return_code ?? 0
  return code === 0 ? '' : texts.exit_code(code)
}

function Input({ input }: { input: HostedToolBlock['input'] }) {
  const [only] = Object.values(input)
  const isWords = Object.keys(input).length === 1 && typeof only === 'string'
  return <CodeBlock code={isWords ? only : JSON.stringify(input, null, 2)} language="" compact />
}

function Result({ result: { sources = [], output, text, error } }: { result: HostedToolResult }) {
  const words = useLateTexts().reading
  const printed = output ? [output.stdout, output.stderr].filter((each) => each !== '').join('\n') : ''
  return (
    <>
      {sources.length > 0 && (
        <ul className="space-y-1">
          {sources.map((source, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what a search found never changes
            <li key={index} className="flex min-w-0 items-baseline gap-2">
              <SourceLink url={source.url} title={source.title} />
              {source.page_age && <span className="shrink-0 text-muted text-xs">{source.page_age}</span>}
            </li>
          ))}
        </ul>
      )}
      {printed !== '' && <CodeBlock code={printed} language="" compact />}
      {output?.files && <p className="text-muted text-xs">{words.files(output.files.join(', '))}</p>}
      {text && <CodeBlock code={text} language="" compact />}
      {error?.message && <p className="text-danger">{error.message}</p>}
    </>
  )
}
