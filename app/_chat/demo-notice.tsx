'use client'

import type { ReactNode } from 'react'
import { useState } from 'react'
import { useModels } from '../_client/use-api.ts'
import { Popover } from '../_ui/popover.tsx'

/** Says that answers come from a script, for as long as no key is configured. `children` stand at the end of its line. */
export function DemoNotice({ children }: { children?: ReactNode }) {
  const { data } = useModels()
  const [hidden, setHidden] = useState(false)
  const scripted = data?.models.find((model) => model.id === data.default)?.scripted === true
  // The place is kept from the beginning: nothing moves when it is known what stands there.
  if (!scripted || hidden) return <div className="column flex h-7 items-start text-caption text-muted">{children}</div>
  return (
    <div role="note" className="column flex min-h-7 flex-wrap items-start gap-x-2.5 pb-1 text-caption text-muted">
      <span className="ps-1">Scripted demo model: no key configured.</span>
      <Popover
        label="How to add a key"
        className="w-[min(24rem,calc(100vw-1rem))] p-4 text-ink"
        trigger={(props) => (
          <button
            {...props}
            className="shrink-0 rounded-mark text-ink-soft underline decoration-dotted decoration-line-control underline-offset-3 hover:text-accent hover:decoration-solid"
          >
            Add a key
          </button>
        )}
      >
        {(close) => (
          <div className="space-y-2 text-start">
            <p className="font-semibold font-serif text-h3">Talk to a real model</p>
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
      <span className="ms-auto hidden md:flex">{children}</span>
    </div>
  )
}
