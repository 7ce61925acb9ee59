import { NewChat } from '../_chat/new-chat.tsx'

export default function NewChatPage() {
  return <NewChat />
}
