'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { ExamplePrompts } from './composer/example-prompts.tsx'
import { LateKeyCard } from './late-key-card.tsx'

/** What one may begin with: things to try and, where nothing but a script answers, a place for a key beside them. */
export function Begin({ scripted, onPick }: { scripted: boolean; onPick: (prompt: string) => void }) {
  const words = useTexts().page
  // A card that was here stays while the page does: it says what the key has brought.
  const [hasCard, setHasCard] = useState(scripted)
  if (scripted && !hasCard) setHasCard(true)
  return (
    <div className={clsx('column pt-4 pb-6', hasCard && 'gap-10 md:grid md:grid-cols-[1fr_24rem]')}>
      <section>
        <h2 className="mb-2 font-semibold font-serif text-h3">{scripted ? words.without_key : words.different}</h2>
        <ExamplePrompts scripted={scripted} onPick={onPick} />
      </section>
      {hasCard && (
        <div className="mt-6 md:mt-0">
          <LateKeyCard />
        </div>
      )}
    </div>
  )
}
