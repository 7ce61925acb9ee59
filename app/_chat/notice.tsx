import type { ReactNode } from 'react'
import { Icon } from '../_ui/icon.tsx'

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 px-4 py-1 text-muted text-xs">
      <Icon name="info" size={14} />
      <span>{children}</span>
    </p>
  )
}
