import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { QuestionView } from '../../_content/question-view.tsx'
import { AskedFile } from './asked-file.tsx'

/** A stored question of a chat. */
export function ChatQuestion({ message }: { message: PublicMessage }) {
  return <QuestionView message={message} File={AskedFile} />
}
