'use client'

import { lateComponent } from '../../_content/late-component.tsx'

export const LateUndoBar = lateComponent(async () => (await import('./undo-bar.tsx')).UndoBar)
