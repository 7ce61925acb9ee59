import { Hand } from './hand.tsx'

/** A model as people speak of it. */
export interface NamedModel {
  /** Whose hand it is. */
  provider: string
  label: string
}

export function ModelName({ model: { provider, label } }: { model: NamedModel }) {
  return (
    <>
      <Hand provider={provider} />
      {label}
    </>
  )
}
