'use client'

import type { Keeping } from '../_client/use-providers.ts'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'

/** How it went to try a key: what was found, or what is wrong and what can be done. */
export function Outcome({ keeping, onKeepAnyway }: { keeping: Keeping; onKeepAnyway: () => void }) {
  return (
    <div role="status" className="text-small empty:hidden">
      {keeping.step === 'trying' && <p className="mt-2 text-muted">Asking the provider…</p>}
      {keeping.step === 'kept' && (
        <p className="mt-2 flex items-start gap-2 text-ok">
          <span className="mt-0.5">
            <Icon name="check" />
          </span>
          {found(keeping)}
        </p>
      )}
      {keeping.step === 'refused' && (
        <div className="mt-2 space-y-2">
          <p className="flex items-start gap-2 text-danger">
            <span className="mt-0.5">
              <Icon name="alert" />
            </span>
            <span className="min-w-0 break-words">{keeping.message} Nothing was stored.</span>
          </p>
          {keeping.canKeep && <Button onClick={onKeepAnyway}>Keep it anyway</Button>}
        </div>
      )}
    </div>
  )
}

function found({ provider, message }: Extract<Keeping, { step: 'kept' }>): string {
  if (provider.models === 0) return `${provider.label} is kept. ${message}`
  const models = provider.models === 1 ? '1 model' : `${provider.models} models`
  return `${provider.label}: ${models}, in the picker from now on.`
}
