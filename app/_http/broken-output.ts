/**
 * Lets the process go on when nobody reads its log any more, as behind a pipe whose reader has ended. Each line that cannot
 * be written is an error event, and the framework writes a line about an error that nobody handles: for ever.
 */
export function ignoreBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
