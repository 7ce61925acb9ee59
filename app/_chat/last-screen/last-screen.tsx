'use client'

import { type ComponentType, lazy } from 'react'
import { LAST_SCREEN_FRAME } from './last-screen-frame.ts'
import type { LastScreenProps } from './last-screen-props.ts'

/**
 * The end of a chat, to be looked at until its transcript is here. The browser never loads what makes it: what the server
 * wrote stays in the page as markup that no script has a part in.
 */
export const LastScreen: ComponentType<LastScreenProps> =
  typeof window === 'undefined'
    ? lazy(async () => ({ default: (await import('./last-screen-view.tsx')).LastScreenView }))
    : // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, it says to leave what is there
      () => <div {...LAST_SCREEN_FRAME} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />

const AS_IT_IS = { __html: '' }
