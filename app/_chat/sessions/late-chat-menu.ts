'use client'

import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'

export const LateChatMenu = lateComponent(
  behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.ChatMenu),
)
