'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import type { Provider } from '#lib/api/provider.ts'
import { type Tested, useProviderActions } from '../_client/use-providers.ts'
import { Hand } from '../_content/hand.tsx'
import { KeyForm } from '../_providers/key-form.tsx'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { addressLabel, keyLabel, originLabel } from './provider-label.ts'

/** One provider: what it is set up by, whether it works, and what can be done about it. */
export function ProviderRow({ provider }: { provider: Provider }) {
  const { id, label, by, needs } = provider
  const [isEditing, setEditing] = useState(false)
  const { tested, test, remove } = useProviderActions(id)
  const isIn = by !== 'none'
  const ofOthers = by === 'environment' || by === 'models_file'
  return (
    <li className="border-line border-b py-2.5">
      <div className="grid items-center gap-x-4 gap-y-1 md:grid-cols-[12rem_14rem_1fr_auto]">
        <h3 className="flex items-center gap-2.5 font-semibold">
          <Hand provider={id} />
          {label}
        </h3>
        <p className="min-w-0 text-small">
          <span className={clsx('block truncate', isIn ? 'font-mono' : 'text-muted')}>{keyLabel(provider)}</span>
          {isIn && <span className="block text-caption text-muted">{originLabel(provider)}</span>}
        </p>
        <Works provider={provider} tested={tested} />
        <div className="flex flex-wrap gap-2">
          {isIn && (
            <Button
              aria-label={`Test ${label}`}
              disabled={tested === 'asking'}
              onClick={() => void test()}
              className="pointer-coarse:min-h-11"
            >
              Test
            </Button>
          )}
          {!ofOthers && (
            <Button
              aria-expanded={isEditing}
              aria-label={`${editLabel(provider)} of ${label}`}
              onClick={() => setEditing(!isEditing)}
              className="pointer-coarse:min-h-11"
            >
              {editLabel(provider)}
            </Button>
          )}
          {by === 'stored' && (
            <Button
              variant="danger"
              aria-label={`Remove ${label}`}
              onClick={() => void remove()}
              className="pointer-coarse:min-h-11"
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      {isEditing && (
        <div className="mt-2 max-w-2xl pb-2 md:ms-5">
          <KeyForm providers={[provider]} of={provider} onKept={() => setEditing(false)} />
          <p className="mt-2 text-caption text-muted">
            {isIn ? 'It is tried before the one that is there is replaced. ' : ''}
            {provider.key_page !== null && (
              <a
                href={provider.key_page}
                target="_blank"
                rel="noreferrer"
                className="underline decoration-dotted underline-offset-3 hover:text-accent"
              >
                Where to get a key of {label}
              </a>
            )}
            {needs !== 'key' && provider.key_page === null && addressLabel(provider)}
          </p>
        </div>
      )}
    </li>
  )
}

function editLabel({ by, needs }: Provider): string {
  if (needs !== 'key') return by === 'none' ? 'Add address' : 'Change address'
  return by === 'none' ? 'Add key' : 'Replace key'
}

function Works({ provider, tested }: { provider: Provider; tested: Tested | 'asking' | null }) {
  if (tested === 'asking') return <p className="text-muted text-small">Asking…</p>
  if (tested) {
    return (
      <p role="status" className={clsx('flex items-start gap-2 text-small', tested.works ? 'text-ok' : 'text-danger')}>
        <span className="mt-0.5">
          <Icon name={tested.works ? 'check' : 'alert'} />
        </span>
        <span className="min-w-0 break-words">{tested.works ? `Works. ${tested.message}` : tested.message}</span>
      </p>
    )
  }
  if (provider.problem !== null) {
    return (
      <p className="flex items-start gap-2 text-small text-warn">
        <span className="mt-0.5">
          <Icon name="alert" />
        </span>
        <span className="min-w-0 break-words">{provider.problem}</span>
      </p>
    )
  }
  const count = provider.models === 1 ? '1 model' : `${provider.models} models`
  return <p className="text-muted text-small">{provider.by === 'none' ? '' : count}</p>
}
