'use client'

import { lateComponent } from '../../_content/late-component.tsx'

export const LateSendError = lateComponent(async () => (await import('./late-parts.ts')).PARTS.SendError)
