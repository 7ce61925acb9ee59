'use client'

import { useEffect, useState } from 'react'
import { Conversation } from '../_chat/conversation.tsx'
import { PageHeader } from '../_chat/page-header.tsx'
import { request } from '../_client/use-api.ts'
import { useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'

const CHAT = /^\/c\/([^/]+)$/
const RETRY_MS = 3_000

/**
 * What the service worker shows while the server is away, whatever the address: a chat that this browser kept, or where there
 * is something to read.
 */
export function OfflinePage() {
  const [path, setPath] = useState<string | null>(null)
  useEffect(() => setPath(location.pathname), [])
  if (path === null) return null
  const id = CHAT.exec(path)?.[1]
  return id === undefined ? <NotHere /> : <Conversation id={decodeURIComponent(id)} />
}

function NotHere() {
  const words = useTexts().page
  useReloadWhenBack()
  return (
    <>
      <title>{`${words.not_connected} · Metis`}</title>
      <PageHeader title="" />
      <div className="column flex flex-1 flex-col justify-center gap-3 pb-24">
        <h2 className="font-semibold font-serif text-h2">{words.no_answer}</h2>
        <p className="text-muted">{words.no_answer_about}</p>
        <p>
          <Button onClick={open}>{words.try_again}</Button>
        </p>
      </div>
    </>
  )
}

/** What is at the address, or the beginning where nothing but this page is. */
function open(): void {
  if (location.pathname === '/offline') location.replace('/')
  else location.reload()
}

/** Nothing that is typed stands on this page. */
function useReloadWhenBack(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      request('GET', '/api/health').then(open, () => undefined)
    }, RETRY_MS)
    return () => clearInterval(timer)
  }, [])
}
