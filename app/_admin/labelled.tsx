import { type ReactNode, useId } from 'react'
import { Fault } from '../_settings/fault.tsx'

/** A field with its label above it, and below it what is wrong with it. */
export function Labelled({
  label,
  hint,
  fault = null,
  children,
}: {
  label: string
  hint?: string | null
  fault?: string | null
  children: (id: string, faultId: string) => ReactNode
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-caption text-muted">
        {label}
      </label>
      {children(id, `${id}-fault`)}
      {hint && <span className="mt-1 block text-caption text-muted">{hint}</span>}
      <Fault id={`${id}-fault`} words={fault} />
    </div>
  )
}
