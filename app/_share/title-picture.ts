import 'server-only'
import { join } from 'node:path'
import sharp from 'sharp'
import { escapeHtml } from '#lib/export/escape-html.ts'

const [WIDTH, HEIGHT, MARGIN, LOGO] = [1200, 630, 80, 64]
const PUBLIC = join(process.cwd(), 'public')
const [CANVAS, INK, SOFT] = ['#fbfbf8', '#1d1f1b', '#5b5f56']
const LONGEST = 120

/** Beside spaces and marks, what the typeface has: no other is asked for, here or anywhere. */
const DRAWABLE = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sc}\p{Sm}\p{Zs}\p{Mn}]/u

/** A title as far as it can be drawn; null where too little would be left to say what it says. */
export function drawnTitle(title: string | null): string | null {
  const letters = [...(title ?? '').normalize('NFC').trim()]
  const drawn = letters.filter((letter) => DRAWABLE.test(letter))
  if (drawn.length === 0 || drawn.length < letters.length * 0.8) return null
  const text = drawn.join('').replace(/\s+/g, ' ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text
}

/** As PNG. */
export async function titlePicture(title: string, about: string): Promise<Uint8Array<ArrayBuffer>> {
  const logo = await sharp(join(PUBLIC, 'icon-192.png')).resize(LOGO).toBuffer()
  const png = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: CANVAS } })
    .composite([
      { input: logo, top: MARGIN, left: MARGIN },
      { input: line(about, 34, SOFT), top: MARGIN + 14, left: MARGIN + LOGO + 24 },
      { input: line(title, title.length > 60 ? 58 : 76, INK), top: 230, left: MARGIN },
    ])
    .png()
    .toBuffer()
  return new Uint8Array(png)
}

/** `size` in pixels. */
function line(text: string, size: number, color: string) {
  const points = Math.round(size * 0.75 * 1_024)
  return {
    text: {
      text: `<span foreground="${color}" font_family="Metis Title" size="${points}">${escapeHtml(text)}</span>`,
      fontfile: join(PUBLIC, 'fonts/title.ttf'),
      width: WIDTH - 2 * MARGIN,
      wrap: 'word-char' as const,
      rgba: true,
      dpi: 96,
    },
  }
}
