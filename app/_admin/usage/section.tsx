'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'

/** A part of the page with its title, and how it is to be read. */
export function Section({
  title,
  about,
  beside,
  children,
}: {
  title: string
  about?: string | undefined
  beside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-11 min-w-0 break-inside-avoid">
      <div className="mb-3.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={id} className="font-semibold font-serif text-h3">
            {title}
          </h2>
          {about && <p className="mt-0.5 max-w-[70ch] text-muted text-small">{about}</p>}
        </div>
        {beside}
      </div>
      {children}
    </section>
  )
}

const LATE_MS = 300

/** What a query brings: the room of it until it is there, and what to do where it does not come. */
export function Loaded<T>({
  query,
  room,
  waiting,
  children,
}: {
  query: UseQueryResult<T>
  /** How high it will be, so that nothing below it moves. */
  room: string
  /** What is said while it takes its time. */
  waiting?: string
  children: (data: T) => ReactNode
}) {
  const texts = useTexts()
  const words = useAdminTexts().usage
  const { data, error, isPlaceholderData, refetch } = query
  if (error && (data === undefined || isPlaceholderData)) {
    return (
      <div role="alert" className="border-line border-y py-4">
        <p>{words.not_loaded}</p>
        <p className="mt-1 mb-3 text-muted text-small">{errorWords(texts, error)}</p>
        <Button onClick={() => void refetch()} className="pointer-coarse:min-h-11">
          {words.try_again}
        </Button>
      </div>
    )
  }
  if (data === undefined) return <Awaited room={room} waiting={waiting ?? words.adding_up} />
  return (
    <div aria-busy={isPlaceholderData} className={clsx(isPlaceholderData && 'opacity-60')}>
      {children(data)}
    </div>
  )
}

/** What comes at once needs no word. */
function Awaited({ room, waiting }: { room: string; waiting: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="text-muted text-small" style={{ minHeight: room }}>
      {isLate && waiting}
    </p>
  )
}
