import { NewChat } from '../_chat/new-chat.tsx'
import { StartParts } from '../_chat/start-parts.tsx'

export default function NewChatPage() {
  return (
    <NewChat>
      <StartParts />
    </NewChat>
  )
}
