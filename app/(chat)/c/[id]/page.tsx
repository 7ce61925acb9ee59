import { Conversation } from '../../../_chat/conversation.tsx'

export default async function SessionPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <Conversation key={id} id={id} />
}
