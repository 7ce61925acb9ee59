'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { deleteMessages } from '../../_client/branches.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { Menu } from '../../_ui/menu.tsx'
import { offerOf } from '../commands/use-command.ts'
import { focusComposerByKeyboard } from '../composer/composer-id.ts'
import { useLive } from '../live/use-live-session.ts'
import { offerUndo } from '../sessions/undoable.ts'
import { useFork } from './use-fork.ts'

/** What else can be done with a question, or with an answer: of that, `message` is any step. */
export function MessageMenu({ message }: { message: PublicMessage }) {
  const words = useLateTexts().branches
  const { fork } = useTexts().transcript
  const live = useLive()
  const forkFrom = useFork()
  const what = message.role === 'user' ? 'question' : 'answer'

  /** It goes from the page when the stream says so, here as on every other page. */
  async function remove(extent: 'message' | 'branch') {
    try {
      const { deletion_id, deleted } = await deleteMessages(live.id, message.id, extent)
      const told = extent === 'message' ? what : 'branch'
      offerUndo({ kind: 'messages', session_id: live.id, deletion_id, what: told, count: deleted })
      focusComposerByKeyboard()
    } catch (refused) {
      refuse(refused)
    }
  }

  function refuse(refused: unknown) {
    live.update((state) => ({ ...state, refused }))
  }

  return (
    <Menu
      label={words.more[what]}
      items={[
        // Under an answer it has a button of its own.
        ...(what === 'question'
          ? [{ label: fork, icon: LATE_ICONS.fork, onSelect: () => void forkFrom(message).catch(refuse) }]
          : []),
        { label: words.map, icon: LATE_ICONS.branch, onSelect: () => offerOf('branch_map')?.run() },
        { label: words.delete[what], icon: 'trash', danger: true, onSelect: () => void remove('message') },
        { label: words.delete_from_here, icon: 'trash', danger: true, onSelect: () => void remove('branch') },
      ]}
      trigger={(props) => (
        <IconButton
          {...props}
          icon="more"
          size={15}
          label={words.more[what]}
          className="size-8! pointer-coarse:size-11!"
        />
      )}
    />
  )
}
