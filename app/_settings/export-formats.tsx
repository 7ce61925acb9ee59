'use client'

import { type ExportFormatName, FORMATS } from '../_client/use-export.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { Choices } from './choices.tsx'

/** What a file may be, each with what it is for. */
export function ExportFormats({
  formats = FORMATS,
  chosen,
  onChoose,
  autoFocus = false,
}: {
  formats?: readonly ExportFormatName[]
  chosen: ExportFormatName
  onChoose: (format: ExportFormatName) => void
  autoFocus?: boolean
}) {
  const words = useLateTexts().exports
  return (
    <Choices
      title={words.format}
      isPlain
      choices={formats.map((value) => ({ value, ...words.formats[value] }))}
      chosen={chosen}
      focused={autoFocus ? chosen : undefined}
      onChoose={onChoose}
    />
  )
}
