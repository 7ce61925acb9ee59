import type { ImageBlock, TextBlock } from '../canonical/block.ts'
import { TIDES_PNG } from './tour-picture.ts'

const text = (words: string): TextBlock => ({ type: 'text', text: words })
const picture: ImageBlock = {
  type: 'image',
  media_type: 'image/png',
  source: { kind: 'base64', data: TIDES_PNG },
}

/** A chat that a first-time user can watch: what is said, and which scripted model is chosen before. */
export const TOUR: readonly { readonly model: string; readonly content: (TextBlock | ImageBlock)[] }[] = [
  { model: 'demo:anthropic', content: [text('Think and calculate 24 * 60 / 745, the tides of a day.')] },
  { model: 'demo:openai', content: [text('What did you receive?')] },
  { model: 'demo:responses', content: [text('Search the web for tides.')] },
  { model: 'demo:ollama', content: [text('What did you receive of all that?')] },
  { model: 'demo:openrouter', content: [picture, text('Here is a tide curve. Think about tides.')] },
  { model: 'demo:anthropic', content: [text('What can I try next?')] },
]
