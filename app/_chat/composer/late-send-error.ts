'use client'

import { lateComponent } from '../../_content/late-component.tsx'

export const LateSendError = lateComponent(async () => (await import('./send-error.tsx')).SendError)
