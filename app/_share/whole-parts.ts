'use client'

import { CITED_SOURCES } from '../_content/answer-view.tsx'
import { HOSTED_TOOL } from '../_content/block-view.tsx'
import { CitedSources } from '../_content/cited-sources.tsx'
import { HIGHLIGHTER } from '../_content/code-piece.tsx'
import { highlight } from '../_content/highlighter.ts'
import { HostedTool } from '../_content/hosted-tool.tsx'
import { type PartsAtHand, partAtHand } from '../_content/late-part.ts'
import { MATH_ML } from '../_content/markdown/formula.tsx'
import { MathMl } from '../_content/markdown/math-ml.tsx'
import { MARKDOWN } from '../_content/markdown.tsx'
import { MARKDOWN_RENDERER } from '../_content/markdown-renderer.ts'

/** All that a page needs that is read without script: what comes late elsewhere is there from its beginning. */
export const WHOLE_PARTS: PartsAtHand = new Map([
  [MARKDOWN, partAtHand(MARKDOWN_RENDERER)],
  [HIGHLIGHTER, partAtHand(highlight)],
  [MATH_ML, partAtHand(MathMl)],
  [HOSTED_TOOL, partAtHand(HostedTool)],
  [CITED_SOURCES, partAtHand(CitedSources)],
] as [never, never][])
