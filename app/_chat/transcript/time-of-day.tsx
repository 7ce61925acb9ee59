'use client'

import type { ReactNode } from 'react'
import { useTexts } from '../../_texts/texts.ts'

interface TimeOfDayProps {
  /** RFC 3339. */
  at: string
  className: string
  /** What is said before it. */
  children?: ReactNode
}

/** The day is said to whoever points at it: to write one takes a browser as long as to show the rest of an answer. */
export function TimeOfDay({ at, className, children }: TimeOfDayProps) {
  const { format } = useTexts()
  const time = new Date(at)
  return (
    <time
      dateTime={at}
      className={className}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.moment(time)
      }}
    >
      {children}
      {format.clock(time)}
    </time>
  )
}
