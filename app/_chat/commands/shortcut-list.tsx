import { useLateTexts } from '../../_texts/texts.ts'
import { COMMAND_IDS, commandOf, PLACES } from './command.ts'
import { KeyCaps } from './key-caps.tsx'

/** Every key that does something, from the table that handles them. */
export function ShortcutList({ level }: { level: 2 | 3 }) {
  const { names, places } = useLateTexts().commands
  const Heading = level === 2 ? 'h2' : 'h3'
  return PLACES.map((place) => (
    <section key={place} className="mt-3">
      <Heading className="font-semibold text-caption text-muted">{places[place]}</Heading>
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
  ))
}
