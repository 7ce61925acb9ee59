'use client'

import type { ReactNode } from 'react'
import type { PriceVersion } from '#lib/api/price.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { Tag } from '../tag.tsx'

/** The draft, which is no version yet. */
export const DRAFT = 'draft'

/** All versions, those that begin last first, below the draft of the next one. */
export function VersionList({
  versions,
  inForce,
  changes,
  open,
  onOpen,
}: {
  versions: readonly PriceVersion[]
  inForce: string
  /** How many the draft has; `null`: there is none. */
  changes: number | null
  open: string
  onOpen: (name: string) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  return (
    <nav aria-label={words.versions} className="-mx-4 mb-6 min-w-0 md:-mx-8 lg:mx-0 lg:mb-0">
      <h2 className="mb-2 hidden font-semibold font-serif text-h3 lg:block">{words.versions}</h2>
      <ol className="flex gap-2 overflow-x-auto px-4 py-0.5 md:px-8 lg:block lg:p-0">
        {changes !== null && (
          <Entry name={DRAFT} open={open} onOpen={onOpen} title={words.draft} about={words.draft_state(changes)} />
        )}
        {versions.toReversed().map((version) => {
          const { pricing_version, effective_from, origin, models } = version
          const isLater = Date.parse(effective_from) > Date.now()
          const when = versionDay(format, version, versions)
          return (
            <Entry
              key={pricing_version}
              name={pricing_version}
              open={open}
              onOpen={onOpen}
              title={isLater ? words.from(format.moment(new Date(effective_from))) : when}
              about={[words.models(models), ...(origin === 'shipped' ? [words.shipped] : [])].join(', ')}
            >
              {pricing_version === inForce && <Tag tone="accent">{words.in_force}</Tag>}
              {isLater && <Tag>{words.scheduled}</Tag>}
            </Entry>
          )
        })}
      </ol>
    </nav>
  )
}

/** The day on which a version begins, and the time where another one begins on that day too. */
export function versionDay(format: Texts['format'], version: PriceVersion, versions: readonly PriceVersion[]): string {
  const begins = new Date(version.effective_from)
  const isAlone = versions.every(
    (each) =>
      each.pricing_version === version.pricing_version ||
      new Date(each.effective_from).toDateString() !== begins.toDateString(),
  )
  return isAlone ? format.longDay(begins) : format.moment(begins)
}

function Entry({
  name,
  title,
  about,
  open,
  onOpen,
  children,
}: {
  name: string
  title: string
  about: string
  open: string
  onOpen: (name: string) => void
  children?: ReactNode
}) {
  return (
    <li className="shrink-0 lg:shrink">
      <a
        href={`/admin/prices?version=${encodeURIComponent(name)}`}
        aria-current={name === open ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onOpen(name)
        }}
        className="block min-h-11 rounded-control border border-line px-3 py-2 hover:bg-hover aria-[current]:border-accent-line aria-[current]:bg-accent-soft lg:rounded-none lg:border-0 lg:border-s-2 lg:aria-[current]:border-accent"
      >
        <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 font-semibold">
          {title}
          {children}
        </span>
        <span className="block text-caption text-muted">{about}</span>
      </a>
    </li>
  )
}
