import type { ReactNode } from 'react'

/** Where the composer stands below what was said, which fades out above it. */
export function ComposerDock({ children }: { children: ReactNode }) {
  return (
    <div className="before:-top-3 relative pt-1.5 before:pointer-events-none before:absolute before:inset-x-0 before:h-3 before:bg-linear-to-t before:from-canvas before:to-transparent">
      {children}
    </div>
  )
}
