import type { ReactNode } from 'react'

/** Where the composer stands below what was said, which fades out above it. */
export function ComposerDock({ children }: { children: ReactNode }) {
  return (
    <div className="before:-top-4 relative before:pointer-events-none before:absolute before:inset-x-0 before:h-4 before:bg-linear-to-t before:from-canvas before:to-transparent print:hidden">
      {children}
    </div>
  )
}
