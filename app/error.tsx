'use client'

import { Button } from './_ui/button.tsx'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="column flex h-dvh flex-col items-start justify-center gap-3">
      <title>Metis</title>
      <h1 className="font-semibold font-serif text-h1">This page stumbled</h1>
      <p className="text-muted">Nothing is lost: the conversation and any answer in the making are on the server.</p>
      {error.digest && <p className="font-mono text-muted text-xs">{error.digest}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        {/* A page load of its own: the scripts that are here may be what stumbled. */}
        <a href="/" className="text-accent underline underline-offset-3">
          Start a new chat
        </a>
      </p>
    </main>
  )
}
