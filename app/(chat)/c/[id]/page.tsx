import { Conversation } from '../../../_chat/conversation.tsx'
import { LastScreen } from '../../../_chat/last-screen/last-screen.tsx'
import { readLastScreen } from '../../../_chat/last-screen/read-last-screen.ts'

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[]>>
}

export default async function SessionPage({ params, searchParams }: Props) {
  const { id } = await params
  const last = await readLastScreen(id, await searchParams)
  if (!last) return <Conversation key={id} id={id} />
  const turns = last.snapshot.messages.filter(({ role }) => role === 'user').length
  return <Conversation key={id} id={id} lastScreen={<LastScreen {...last} />} turnsOnScreen={turns} />
}
