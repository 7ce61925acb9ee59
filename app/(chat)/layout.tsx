import type { ReactNode } from 'react'
import { ChatShell } from '../_chat/chat-shell.tsx'
import { viewer } from '../_frame/read-viewer.ts'
import { server } from '../server.ts'

/**
 * One frame for the new chat and every session, so that the list of chats stays as it is between them. Whether anything
 * but a script can answer is known here before the page has asked.
 */
export default async function ChatLayout({ children }: { children: ReactNode }) {
  const { models } = await server()
  const scripted = models.list().find(({ id }) => id === models.defaultModel)?.scripted === true
  const { role } = await viewer()
  return (
    <ChatShell scripted={scripted} maySetUp={role !== 'member'}>
      {children}
    </ChatShell>
  )
}
