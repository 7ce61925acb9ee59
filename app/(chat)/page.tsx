import { NewChat } from '../_chat/new-chat.tsx'
import { StartParts } from '../_chat/start-parts.tsx'
import { server } from '../server.ts'

/** Whether anything but a script can answer is known here before the page has asked. */
export default async function NewChatPage() {
  const { models } = await server()
  const scripted = models.list().find(({ id }) => id === models.defaultModel)?.scripted === true
  return (
    <NewChat scripted={scripted}>
      <StartParts />
    </NewChat>
  )
}
