import { writeSync } from 'node:fs'
import { openStore } from '#db/store.ts'

// Run as a process of its own: `node update-loop.ts <database url> <folder of migrations>`. Says when it begins.

const [url = '', migrations = ''] = process.argv.slice(2)
writeSync(1, 'begin\n')
const store = await openStore({ url, migrations })
writeSync(1, 'end\n')
await store.close()
