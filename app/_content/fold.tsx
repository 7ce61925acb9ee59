'use client'

import { type ReactNode, useState } from 'react'
import { useSurrounding } from './surrounding.ts'

interface FoldProps {
  summary: ReactNode
  children: ReactNode
  label?: string
  /** One of the thoughts and tools of an answer: by its place among them the search in a chat opens it. */
  isPart?: boolean
  className?: string
  summaryClassName: string
}

/**
 * What is there for who asks for it: made when it is opened, where the page has much else to do. Elsewhere the browser opens
 * it by itself.
 */
export function Fold(props: FoldProps) {
  const { isWhole } = useSurrounding()
  return isWhole ? <FoldView {...props} /> : <LazyFold {...props} />
}

function LazyFold({ children, ...rest }: FoldProps) {
  const [open, setOpen] = useState(false)
  return (
    <FoldView {...rest} open={open} onToggle={setOpen}>
      {open && children}
    </FoldView>
  )
}

function FoldView({
  summary,
  children,
  label,
  isPart,
  className = '',
  summaryClassName,
  open,
  onToggle,
}: FoldProps & { open?: boolean; onToggle?: (open: boolean) => void }) {
  return (
    <details
      className={`group ${className}`}
      aria-label={label}
      data-fold={isPart ? '' : undefined}
      open={open}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className={`list-none [&::-webkit-details-marker]:hidden ${summaryClassName}`}>{summary}</summary>
      {children}
    </details>
  )
}
