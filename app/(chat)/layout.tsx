import type { ReactNode } from 'react'
import { ChatShell } from '../_chat/chat-shell.tsx'

/** One frame for the new chat and every session, so that the list of chats stays as it is between them. */
export default function ChatLayout({ children }: { children: ReactNode }) {
  return <ChatShell>{children}</ChatShell>
}
