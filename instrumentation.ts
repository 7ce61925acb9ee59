/** Runs once before the first request: the database is brought up to date, and what a crash left behind is mended. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { ignoreBrokenOutput } = await import('./app/_http/broken-output.ts')
  ignoreBrokenOutput()
  const { openServer } = await import('./app/open-server.ts')
  const { closeOnSignal } = await import('./app/_http/shutdown.ts')
  const { answerForeignMethods } = await import('./app/_http/foreign-method.ts')
  const { allowLongUploads } = await import('./app/_http/long-upload.ts')
  const { knowConnections } = await import('./app/_http/connection.ts')
  const { cannotStart } = await import('./app/cannot-start.ts')
  answerForeignMethods()
  allowLongUploads()
  const opened = await openServer().catch(cannotStart)
  knowConnections(opened.reachable)
  closeOnSignal(opened)
}
