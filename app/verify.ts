import { parseArgs } from 'node:util'
import { openArchive } from '#lib/export/read-archive.ts'
import { type Fault, verifyArchive } from '#lib/export/verify.ts'

const USAGE = `npm run verify -- export.zip
Says whether an export is what it was when it was written, and if not, which messages differ. It needs no server and no data
folder. The fingerprint is that of all of it: who noted it elsewhere knows that nobody has written the file anew.`

/** True where nothing was changed. */
async function verify(args: string[], say: (line: string) => void): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  })
  const [file] = positionals
  if (values.help || file === undefined) {
    say(USAGE)
    return values.help === true
  }
  await using archive = await openArchive(file)
  const { faults, exported_at, product_version, chats, messages, fingerprint } = await verifyArchive(archive)
  const what = `${chats} chats with ${messages} messages, exported by Metis ${product_version}`
  if (faults.length === 0) say(`Unchanged since ${exported_at}: ${what}.`)
  else say(`Changed since ${exported_at}: ${what}.`)
  for (const fault of faults) say(`- ${fault.path}: ${inWords(fault)}`)
  say(`Fingerprint: ${fingerprint}`)
  return faults.length === 0
}

function inWords(fault: Fault): string {
  switch (fault.problem) {
    case 'missing':
      return 'is not in the archive'
    case 'unlisted':
      return 'was not there when the export was written'
    case 'damaged':
      return 'cannot be read to its end'
    case 'changed':
      return 'is not what it was'
    case 'message_changed':
      return `message ${fault.message_id} differs`
    case 'message_misplaced':
      return `message ${fault.message_id} stands where it did not`
    case 'line_unreadable':
      return `line ${fault.line} cannot be read: ${fault.reason}`
    case 'messages_missing':
      return `${fault.found} of ${fault.expected} messages are left`
    case 'messages_added':
      return `${fault.found} messages where there were ${fault.expected}`
    case 'conversation_changed':
      return 'its messages are others, and their hashes were changed along with them'
    default:
      return fault satisfies never
  }
}

try {
  process.exitCode = (await verify(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`))) ? 0 : 1
} catch (error) {
  const isPlain = error instanceof Error && (error.name === 'BadArchiveError' || 'code' in error)
  process.stderr.write(`${isPlain ? error.message : error}\n`)
  process.exitCode = 2
}
