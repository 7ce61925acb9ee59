import { z } from 'zod'
import type { BlockTypeOf } from '../canonical/block.ts'

const BASE64 = z.strictObject({
  kind: z.literal('base64'),
  data: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/, 'base64 without line breaks'),
})
const FILE_REF = z.strictObject({
  kind: z.literal('file_ref'),
  data: z.string().regex(/^attachments\/[0-9a-f]{64}$/, 'the data of an upload'),
})
const ImageSource = z.discriminatedUnion('kind', [
  BASE64,
  z.strictObject({ kind: z.literal('url'), data: z.url({ protocol: /^https?$/, error: 'an http or https address' }) }),
  FILE_REF,
])
const WELL_FORMED = z.string().refine((text) => text.isWellFormed(), 'holds half of a character')

const SAID = {
  text: z.strictObject({ type: z.literal('text'), text: WELL_FORMED }),
  image: z.strictObject({ type: z.literal('image'), source: ImageSource, media_type: z.string().min(1).max(100) }),
  document: z.strictObject({
    type: z.literal('document'),
    source: z.discriminatedUnion('kind', [BASE64, FILE_REF]),
    /** What the file is said to be; what it is shows in its bytes and its name. */
    media_type: z.string().min(1).max(100),
    name: z.string().min(1).max(1_000),
    title: WELL_FORMED.max(300).nullish(),
    context: WELL_FORMED.max(10_000).nullish(),
  }),
} satisfies { [T in BlockTypeOf<'user'>]: z.ZodObject<{ type: z.ZodLiteral<T> }> }
type Said = (typeof SAID)[keyof typeof SAID]

const NOTHING_SAID = 'there is nothing in it'

/** What people may say: text, pictures and documents (canonical-message-format §5.1.3), strictly. */
export const TurnContent = z
  .array(z.discriminatedUnion('type', Object.values(SAID) as [Said, ...Said[]]))
  .min(1, 'at least one block')
  .max(100)
  .refine((content) => content.some((block) => block.type !== 'text' || block.text.trim() !== ''), NOTHING_SAID)
export type TurnContent = z.infer<typeof TurnContent>

/** What people may say to an answer while it is given: words alone. */
export const SteeringContent = z
  .array(SAID.text)
  .min(1, 'at least one block')
  .max(100)
  .refine((content) => content.some(({ text }) => text.trim() !== ''), NOTHING_SAID)
