'use client'

import { useLateTexts } from '../../_texts/texts.ts'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { COMMAND_IDS, commandOf, PLACES } from './command.ts'
import { KeyCaps } from './key-caps.tsx'

/** Every key that does something, from the table that handles them. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { names, places, close } = useLateTexts().commands
  return (
    <Dialog label={names.help} onClose={onClose}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold font-serif text-h3">{names.help}</h2>
        <IconButton icon="close" label={close} onClick={onClose} />
      </div>
      {PLACES.map((place) => (
        <section key={place} className="mt-3">
          <h3 className="font-semibold text-caption text-muted">{places[place]}</h3>
          <dl>
            {COMMAND_IDS.map((id) => ({ id, ...commandOf(id) })).map(
              ({ id, where, keys }) =>
                where === place &&
                keys && (
                  <div key={id} className="flex min-h-8 items-center gap-3 border-line border-b last:border-b-0">
                    <dt className="flex-1">{names[id]}</dt>
                    <dd>
                      <KeyCaps keys={keys} />
                    </dd>
                  </div>
                ),
            )}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
