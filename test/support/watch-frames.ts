import type { SessionFrame } from '#lib/events/frame.ts'

/** Reads a session stream as a browser does. */
export function watchFrames(stream: ReadableStream<Uint8Array>, stop: () => void) {
  const frames: SessionFrame[] = []
  const waiting = new Set<() => void>()
  const done = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block.split('\n').find((line) => line.startsWith('data: '))
        if (data) frames.push(JSON.parse(data.slice('data: '.length)) as SessionFrame)
      }
      for (const check of waiting) check()
    }
  })()
  // Told by whoever waits or stops; a connection that breaks while nobody does is no news.
  done.catch(() => {})
  const until = (arrived: (frames: readonly SessionFrame[]) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!arrived(frames)) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      done.then(() => reject(new Error(`the stream ended at ${frames.map((frame) => frame.type).join(' ')}`)), reject)
      check()
    })
  return {
    frames,
    until,
    untilType: (type: SessionFrame['type'], count = 1) =>
      until((seen) => seen.filter((frame) => frame.type === type).length >= count),
    types: () => frames.map((frame) => frame.type),
    /** Stops listening; an abort of the connection is how that ends. */
    async stop() {
      stop()
      await done.catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'AbortError')) throw error
      })
    },
  }
}
