'use client'

import { useTexts } from './_texts/texts.ts'
import { BUTTON_LOOK } from './_ui/button-look.ts'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const words = useTexts().page
  return (
    <main className="column flex h-dvh flex-col items-start justify-center gap-3">
      <title>Metis</title>
      <h1 className="font-semibold font-serif text-h1">{words.stumbled}</h1>
      <p className="text-muted">{words.stumbled_about}</p>
      {error.digest && <p className="font-mono text-muted text-xs">{error.digest}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="button" onClick={reset} className={BUTTON_LOOK.primary}>
          {words.try_again}
        </button>
        {/* A page load of its own: the scripts that are here may be what stumbled. */}
        <a
          href="/"
          className="inline-flex items-center text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {words.start_new_chat}
        </a>
      </p>
    </main>
  )
}
