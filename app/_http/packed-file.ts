import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * The scripts and styles of a build are packed once, when it is made: a phone on the same network waits for a third of the
 * bytes, and nobody packs anything while it waits. The framework would pack each answer anew, live streams as well.
 */

const PACKED = '.br'
/** Of a build's static files: its scripts and styles, and scripts that are taken as they are. */
const FOLDERS = ['chunks', 'media'] as const
const TYPES = { js: 'application/javascript; charset=UTF-8', css: 'text/css; charset=UTF-8' }

/** The first at which Brotli looks for the shortest way to say something: 6 % less than one below, in the same time for all of a build. */
const QUALITY = 10

/** Beside each script and style in the folder of a build. */
export function packFiles(buildFolder: string): void {
  for (const path of globSync(`static/{${FOLDERS}}/*.{${Object.keys(TYPES)}}`, { cwd: buildFolder })) {
    const file = join(buildFolder, path)
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }
    writeFileSync(file + PACKED, brotliCompressSync(readFileSync(file), options))
  }
}

interface Condition {
  type: 'header'
  key: string
  value?: string
}

interface Rule {
  source: string
  has: Condition[]
  missing: Condition[]
}

/** Names it, and not as what is refused: `br;q=0`. */
const READS_BROTLI = '(?!.*\\bbr\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)).*\\bbr\\b.*'

/** For whoever can read them. A part of a file is a part of what it says, and not of what is sent. */
const ruleFor = (folder: string, ending: string): Rule => ({
  source: `/_next/static/${folder}/:name([^/]+\\.${ending})`,
  has: [{ type: 'header', key: 'accept-encoding', value: READS_BROTLI }],
  missing: [{ type: 'header', key: 'range' }],
})

export const packedFileRewrites = FOLDERS.flatMap((folder) =>
  Object.keys(TYPES).map((ending) => ({
    ...ruleFor(folder, ending),
    destination: `/_next/static/${folder}/:name${PACKED}`,
  })),
)

export const packedFileHeaders = FOLDERS.flatMap((folder) =>
  Object.entries(TYPES).map(([ending, type]) => ({
    ...ruleFor(folder, ending),
    headers: [
      { key: 'content-encoding', value: 'br' },
      { key: 'content-type', value: type },
      { key: 'vary', value: 'accept-encoding' },
    ],
  })),
)
