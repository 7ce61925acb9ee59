'use client'

import { IconButton } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { COMMAND_IDS, commandOf, PLACES } from './command.ts'
import { KeyCaps } from './key-caps.tsx'

/** Every key that does something, from the table that handles them. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold font-serif text-h3">Keyboard shortcuts</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      {Object.entries(PLACES).map(([place, heading]) => (
        <section key={place} className="mt-3">
          <h3 className="font-semibold text-caption text-muted">{heading}</h3>
          <dl>
            {COMMAND_IDS.map((id) => ({ id, ...commandOf(id) })).map(
              ({ id, where, keys, label }) =>
                where === place &&
                keys && (
                  <div key={id} className="flex min-h-8 items-center gap-3 border-line border-b last:border-b-0">
                    <dt className="flex-1">{label}</dt>
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
