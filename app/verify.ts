import { parseArgs } from 'node:util'
import { verifyFile } from '#lib/share/verify-file.ts'
import { verification as words } from './_texts/english/verification.ts'

const USAGE = `npm run verify -- export.zip
Says whether an export, or the copy of a shared page, is what it was when it was written, and if not, which messages differ. It
needs no server and no data folder. The fingerprint is that of all of it: who noted it elsewhere knows that nobody has written
the file anew.`

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
  const { faults, exported_at, product_version, chats, messages, fingerprint } = await verifyFile(file)
  if (faults.length === 0) say(words.unchanged(exported_at))
  else say(words.changed(exported_at, faults.length))
  say(`${words.holds(chats, messages, product_version)}.`)
  for (const fault of faults) say(`- ${words.place(fault.path, fault.title)}: ${words.fault(fault)}`)
  say(`${words.fingerprint}: ${fingerprint}`)
  return faults.length === 0
}

try {
  process.exitCode = (await verify(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`))) ? 0 : 1
} catch (error) {
  const isPlain = error instanceof Error && (error.name === 'BadArchiveError' || 'code' in error)
  process.stderr.write(`${isPlain ? error.message : error}\n`)
  process.exitCode = 2
}
