'use client'

import { useTexts } from '../_texts/texts.ts'
import { CopyButton } from '../_ui/copy-button.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { codeFileName } from './code-file.ts'
import { setCodeWrap, useCodeWrap } from './code-wrap.ts'
import { setDrawn, useDrawn } from './diagram/drawn.ts'
import { saveText } from './save-text.ts'

interface CodeHeadProps {
  code: string
  language: string
  lines: number | null
  /** It can be shown as what it describes. */
  drawable: boolean
}

/** What the code is, and what can be done with it. It stays in sight for as long as its code does. */
export function CodeHead({ code, language, lines, drawable }: CodeHeadProps) {
  const words = useTexts().content
  const isDrawn = useDrawn()
  const isWrapped = useCodeWrap()
  const name = codeFileName(language)
  return (
    <figcaption className="sticky top-0 z-1 flex min-h-8 items-center border-line border-b bg-code ps-3.5 pe-1 font-sans text-muted text-xs">
      <span className="min-w-0 truncate font-mono">{language || words.no_language}</span>
      {lines !== null && <span className="shrink-0 ps-2">{words.lines(lines)}</span>}
      <span className="flex-1" />
      {drawable && (
        <button
          type="button"
          className="needs-script min-h-8 shrink-0 rounded-control px-1.5 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11 print:hidden"
          onClick={() => setDrawn(!isDrawn)}
        >
          {isDrawn ? words.show_source : words.show_diagram}
        </button>
      )}
      <IconButton
        icon={LATE_ICONS.wrap}
        label={words.wrap}
        aria-pressed={isWrapped}
        className="needs-script size-8! aria-pressed:text-accent pointer-coarse:size-11! print:hidden"
        onClick={() => setCodeWrap(!isWrapped)}
      />
      <IconButton
        icon="download"
        label={words.download_as(name)}
        className="needs-script size-8! pointer-coarse:size-11! print:hidden"
        onClick={() => saveText(code, name)}
      />
      <CopyButton
        text={code}
        label={words.copy_code}
        className="needs-script size-8! pointer-coarse:size-11! print:hidden"
      />
    </figcaption>
  )
}
