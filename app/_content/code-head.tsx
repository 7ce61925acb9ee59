'use client'

import { useTexts } from '../_texts/texts.ts'
import { CopyButton } from '../_ui/copy-button.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { codeFileName } from './code-file.ts'
import { setCodeWrap, useCodeWrap } from './code-wrap.ts'
import { saveText } from './save-text.ts'

/** What the code is, and what can be done with it. It stays in sight for as long as its code does. */
export function CodeHead({ code, language, lines }: { code: string; language: string; lines: number | null }) {
  const words = useTexts().content
  const isWrapped = useCodeWrap()
  const name = codeFileName(language)
  return (
    <figcaption className="sticky top-0 z-1 flex min-h-8 items-center border-line border-b bg-code ps-3.5 pe-1 font-sans text-muted text-xs">
      <span className="min-w-0 truncate font-mono">{language || words.no_language}</span>
      {lines !== null && <span className="shrink-0 ps-2">{words.lines(lines)}</span>}
      <span className="flex-1" />
      <IconButton
        icon="wrap"
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
