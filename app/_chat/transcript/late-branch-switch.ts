'use client'

import { lateComponent } from '../../_content/late-component.tsx'

export const LateBranchSwitch = lateComponent(async () => (await import('./branch-switch.tsx')).BranchSwitch)
