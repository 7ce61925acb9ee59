import { lookAhead } from './markdown/look-ahead.ts'
import { MarkdownView } from './markdown-view.tsx'

/** What of the renderer is used where it is loaded late. */
export const MARKDOWN_RENDERER = { MarkdownView, lookAhead }
