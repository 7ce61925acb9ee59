import { useTexts } from '../_texts/texts.ts'
import { Dialog } from '../_ui/dialog.tsx'
import { Sidebar } from './sessions/sidebar.tsx'

/** The list of chats where there is no room for it beside the page. */
export function ChatDrawer({ onClose }: { onClose: () => void }) {
  const words = useTexts().page
  return (
    <Dialog label={words.chats} shape="drawer" onClose={onClose}>
      <Sidebar onClose={onClose} />
    </Dialog>
  )
}
