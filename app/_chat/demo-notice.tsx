'use client'

import { useState } from 'react'
import { useModels } from '../_client/use-api.ts'
import { Popover } from '../_ui/popover.tsx'

/** Says that answers come from a script, for as long as no key is configured. */
export function DemoNotice() {
  const { data } = useModels()
  const [hidden, setHidden] = useState(false)
  const scripted = data?.models.find((model) => model.id === data.default)?.scripted === true
  if (!scripted || hidden) return null
  return (
    <div role="note" className="column flex flex-wrap items-center gap-x-2 pb-2 text-muted text-xs">
      <span>Scripted demo model: no key configured.</span>
      <Popover
        label="How to add a key"
        className="w-[min(24rem,calc(100vw-1rem))] p-4 text-ink"
        trigger={(props) => (
          <button {...props} className="rounded underline decoration-dotted underline-offset-3 hover:text-ink">
            Add a key
          </button>
        )}
      >
        {(close) => (
          <div className="space-y-2 text-start">
            <p className="font-semibold">Talk to a real model</p>
            <ol className="list-decimal space-y-1 ps-5">
              <li>
                Copy <code className="font-mono text-xs">.env.example</code> to{' '}
                <code className="font-mono text-xs">.env</code>; each variable is explained there.
              </li>
              <li>Fill in a provider’s key, or the address of a server of your own.</li>
              <li>Start Metis again. The models appear in the picker.</li>
            </ol>
            <button
              type="button"
              className="rounded text-muted underline decoration-dotted underline-offset-3 hover:text-ink"
              onClick={() => {
                close()
                setHidden(true)
              }}
            >
              Hide this note
            </button>
          </div>
        )}
      </Popover>
    </div>
  )
}
