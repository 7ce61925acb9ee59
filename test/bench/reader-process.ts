import { cpuMicroseconds } from './figure.ts'
import { hash, type Read, type Sink } from './reader/reader.ts'
import { READERS, type ReaderName } from './readers.ts'
import type { WireFormat } from './wire.ts'

/** What `translation.ts` asks this process, again and again: to read so many answers of a base URL at once. */
export interface ReadTask {
  baseUrl: string
  streams: number
  /** To hand back what was read, instead of letting it go. */
  isChecked?: boolean
}

export interface ReadReport {
  /** CPU time of the whole process, its garbage collector and I/O threads included. */
  micros: number
  /** The most that the process ever held. */
  peakBytes: number
  hashes: { text: string; input: string } | null
}

const [name, format] = process.argv.slice(2)
const open = await READERS[name as ReaderName].load()
const reads = new Map<string, Read>()
const nowhere: Sink = { text: () => {}, input: () => {} }

process.on('message', (task: ReadTask) => {
  void answer(task).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(name, format, error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
process.send?.(null)

async function answer({ baseUrl, streams, isChecked = false }: ReadTask): Promise<ReadReport> {
  const read = reads.get(baseUrl) ?? open(format as WireFormat, baseUrl)
  reads.set(baseUrl, read)
  let [text, input] = ['', '']
  const sink: Sink = {
    text: (piece) => {
      text += piece
    },
    input: (piece) => {
      input += piece
    },
  }
  const micros = await cpuMicroseconds(() =>
    Promise.all(Array.from({ length: streams }, () => read(isChecked ? sink : nowhere))),
  )
  const peakBytes = process.resourceUsage().maxRSS * 1024
  return { micros, peakBytes, hashes: isChecked ? { text: hash(text), input: hash(input) } : null }
}
