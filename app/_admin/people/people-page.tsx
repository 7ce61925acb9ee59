'use client'

import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { useMe, usePeople } from '../../_client/use-people.ts'
import { PageTitle } from '../../_frame/page-title.tsx'
import { Fault } from '../../_settings/fault.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { AuditLog } from './audit-log.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeftChats } from './left-chats.tsx'
import { type MadeLink, NewLink } from './new-link.tsx'
import { OpenLinks } from './open-links.tsx'
import { PersonRow } from './person-row.tsx'
import type { Run } from './run.ts'
import { TeamList } from './team-list.tsx'

/** Who may use the installation, who was invited to, and what was done. */
export function PeoplePage({ signsIn }: { signsIn: boolean }) {
  const texts = useTexts()
  const words = useAdminTexts().members
  const me = useMe().data?.person
  const { data, isError, refetch } = usePeople({ enabled: signsIn })
  const [link, setLink] = useState<MadeLink | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const run: Run = async (work) => {
    setProblem(null)
    try {
      const done = await work()
      if (isLink(done)) setLink(done)
      return true
    } catch (error) {
      setProblem(errorWords(texts, error))
      return false
    }
  }

  return (
    <>
      <title>{`${words.title} · Metis`}</title>
      <PageTitle title={words.title} about={signsIn ? words.about : words.local} />
      {isError && !data && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {data && me && (
        <>
          <Fault words={problem} />
          <ul aria-label={words.title} className="max-w-4xl border-line-strong border-t">
            {data.people.map((person) => (
              <PersonRow key={person.id} person={person} people={data.people} me={me} run={run} />
            ))}
          </ul>
          <LeftChats removed={data.removed} people={data.people} me={me} run={run} />
          <InviteForm isOwner={me.role === 'owner'} run={run} />
          {link && <NewLink link={link} />}
          <OpenLinks invitations={data.invitations} run={run} />
          <TeamList teams={data.teams} people={data.people} run={run} />
          <AuditLog />
        </>
      )}
    </>
  )
}

function isLink(done: unknown): done is MadeLink {
  return typeof done === 'object' && done !== null && 'path' in done
}
