import { Conversation } from '../../../_chat/conversation.tsx'
import { LastScreen } from '../../../_chat/last-screen/last-screen.tsx'
import { readChatStart } from '../../../_chat/last-screen/read-chat-start.ts'

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[]>>
}

export default async function SessionPage({ params, searchParams }: Props) {
  const { id } = await params
  const { title, lastScreen } = await readChatStart(id, await searchParams)
  if (!lastScreen) return <Conversation key={id} id={id} firstTitle={title} />
  const turns = lastScreen.snapshot.messages.filter(({ role }) => role === 'user').length
  return (
    <Conversation
      key={id}
      id={id}
      firstTitle={title}
      lastScreen={<LastScreen {...lastScreen} />}
      turnsOnScreen={turns}
    />
  )
}
