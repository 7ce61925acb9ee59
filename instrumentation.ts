/** Runs once before the first request: the database is brought up to date, and what a crash left behind is mended. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { ignoreBrokenOutput } = await import('./app/_http/broken-output.ts')
  ignoreBrokenOutput()
  const { openServer } = await import('./app/open-server.ts')
  const { closeOnSignal } = await import('./app/_http/shutdown.ts')
  const { answerForeignMethods } = await import('./app/_http/foreign-method.ts')
  const { setServerTimeouts } = await import('./app/_http/server-timeouts.ts')
  const { loadScriptsAfterPaint } = await import('./app/_http/scripts-after-paint.ts')
  const { knowConnections } = await import('./app/_http/connection.ts')
  const { cannotStart } = await import('./app/cannot-start.ts')
  answerForeignMethods()
  setServerTimeouts()
  const opened = await openServer().catch(cannotStart)
  knowConnections(opened.reachable)
  // Its readers are on this machine. A page that is being developed is taken over by another kind of scripts.
  if (!opened.reachable && process.env.NODE_ENV === 'production') loadScriptsAfterPaint()
  closeOnSignal(opened)
}
