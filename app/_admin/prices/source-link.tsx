'use client'

import { clsx } from 'clsx'
import type { Source } from '#lib/pricing/price.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { dayRead, sourceWords } from './price-words.ts'

/** Where rates were read, and on which day. */
export function SourceLink({
  source,
  isOld,
  tabIndex,
}: {
  source: Source
  /** The rates are others since. */
  isOld?: boolean
  tabIndex?: number
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const { name, href } = sourceWords(source)
  const day = dayRead(format, source, new Date())
  const said = (
    <>
      <span
        dir="auto"
        className={clsx('block truncate', href !== null && 'underline decoration-dotted underline-offset-3')}
      >
        {name}
      </span>
      <span className={clsx('block', isOld ? 'text-warn' : 'text-muted')}>
        {isOld ? words.read_before(day) : words.read_on(day)}
      </span>
    </>
  )
  const look = 'block max-w-44 text-caption'
  if (href === null) {
    return (
      <span className={look} title={name}>
        {said}
      </span>
    )
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={href}
      tabIndex={tabIndex}
      className={`${look} hover:text-accent pointer-coarse:min-h-11`}
    >
      {said}
    </a>
  )
}
