import type { ExportFile } from './export-format.ts'
import type { ExportWatch } from './exports.ts'

export interface ExportProgress {
  /** `waiting`: nothing was begun under this name yet. `stopped`: by a person, or because nobody read on. */
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  /** Written, and in all. */
  chats: number
  of: number
  /** Sent so far. */
  bytes: number
}

export interface StreamedFile extends Omit<ExportFile, 'body'> {
  body: ReadableStream<Uint8Array>
}

interface Run {
  progress: ExportProgress
  stop: () => void
}

/** Those that somebody may still ask about: the latest, whoever's they are. */
const MOST_RUNS = 200

/** What becomes of exports that are being read, for people who watch. A run is known by a name that its client gave it. */
export class ExportRuns {
  readonly #runs = new Map<string, Run>()

  read(ownerId: string, name: string): ExportProgress {
    return this.#runs.get(keyOf(ownerId, name))?.progress ?? { ...newProgress(), state: 'waiting' }
  }

  /** False where this person has no such run. */
  stop(ownerId: string, name: string): boolean {
    const run = this.#runs.get(keyOf(ownerId, name))
    run?.stop()
    return run !== undefined
  }

  /** The same file, which ends when `until` does. */
  ending(file: ExportFile, until: AbortSignal): StreamedFile {
    return { ...file, body: watched(file.body, newProgress(), until) }
  }

  /** A file that ends when `until` does, and is watched under that name where there is one. */
  async watch(
    make: (watch: ExportWatch) => Promise<ExportFile>,
    { ownerId, name, until }: { ownerId: string; name: string | undefined; until: AbortSignal },
  ): Promise<StreamedFile> {
    const progress = newProgress()
    const stopped = new AbortController()
    const run: Run = { progress, stop: () => stopped.abort() }
    if (name !== undefined) this.#keep(keyOf(ownerId, name), run)
    const file = await make({
      begun(chats) {
        progress.of = chats
      },
      chat() {
        progress.chats += 1
      },
    })
    return { ...file, body: watched(file.body, progress, AbortSignal.any([until, stopped.signal])) }
  }

  #keep(key: string, run: Run): void {
    this.#runs.delete(key)
    this.#runs.set(key, run)
    const oldest = this.#runs.keys().next()
    if (this.#runs.size > MOST_RUNS && !oldest.done) this.#runs.delete(oldest.value)
  }
}

function newProgress(): ExportProgress {
  return { state: 'running', chats: 0, of: 0, bytes: 0 }
}

function keyOf(ownerId: string, name: string): string {
  return JSON.stringify([ownerId, name])
}

/** A stream that stops in its middle fails for whoever reads it: half of a file must not pass for a whole one. */
function watched(
  body: AsyncIterable<Uint8Array>,
  progress: ExportProgress,
  until: AbortSignal,
): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  let fail = (_reason: unknown) => {}
  const end = (state: ExportProgress['state']) => {
    until.removeEventListener('abort', stop)
    if (progress.state === 'running') progress.state = state
  }
  const stop = () => {
    end('stopped')
    fail(new Error('the export was stopped'))
    pieces.return?.().catch(() => {})
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (reason) => controller.error(reason)
        if (until.aborted) stop()
        else until.addEventListener('abort', stop, { once: true })
      },
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          if (until.aborted) return
          if (!done) {
            progress.bytes += value.byteLength
            return controller.enqueue(value)
          }
          end('done')
          controller.close()
        } catch (error) {
          end('failed')
          throw error
        }
      },
      async cancel() {
        end('stopped')
        await pieces.return?.()
      },
    },
    // Nothing is made before somebody reads.
    { highWaterMark: 0 },
  )
}
