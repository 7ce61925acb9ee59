'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import type { Provider } from '#lib/api/provider.ts'
import { errorWords, trialWords } from '../_client/error-words.ts'
import { type Tested, useProviderActions } from '../_client/use-providers.ts'
import { Hand } from '../_content/hand.tsx'
import { KeyForm } from '../_providers/key-form.tsx'
import { type LateTexts, useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { addressLabel, keyLabel, originLabel } from './provider-label.ts'

/** One provider: what it is set up by, whether it works, and what can be done about it. */
export function ProviderRow({ provider }: { provider: Provider }) {
  const { format } = useTexts()
  const words = useLateTexts().settings
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
          <span className={clsx('block truncate', isIn ? 'font-mono' : 'text-muted')}>{keyLabel(words, provider)}</span>
          {isIn && <span className="block text-caption text-muted">{originLabel(words, format, provider)}</span>}
        </p>
        <Works provider={provider} tested={tested} />
        <div className="flex flex-wrap gap-2">
          {isIn && (
            <Button
              aria-label={words.test_of(label)}
              disabled={tested === 'asking'}
              onClick={() => void test()}
              className="pointer-coarse:min-h-11"
            >
              {words.test}
            </Button>
          )}
          {!ofOthers && (
            <Button
              aria-expanded={isEditing}
              aria-label={words.edit_of(editLabel(words, provider), label)}
              onClick={() => setEditing(!isEditing)}
              className="pointer-coarse:min-h-11"
            >
              {editLabel(words, provider)}
            </Button>
          )}
          {by === 'stored' && (
            <Button
              variant="danger"
              aria-label={words.remove_of(label)}
              onClick={() => void remove()}
              className="pointer-coarse:min-h-11"
            >
              {words.remove}
            </Button>
          )}
        </div>
      </div>
      {isEditing && (
        <div className="mt-2 max-w-2xl pb-2 md:ms-5">
          <KeyForm providers={[provider]} of={provider} onKept={() => setEditing(false)} />
          <p className="mt-2 text-caption text-muted">
            {isIn && `${words.tried_first} `}
            {provider.key_page !== null && (
              <a
                href={provider.key_page}
                target="_blank"
                rel="noreferrer"
                className="underline decoration-dotted underline-offset-3 hover:text-accent"
              >
                {words.where_to_get(label)}
              </a>
            )}
            {needs !== 'key' && provider.key_page === null && addressLabel(words, provider)}
          </p>
        </div>
      )}
    </li>
  )
}

function editLabel(words: LateTexts['settings'], { by, needs }: Provider): string {
  if (needs !== 'key') return by === 'none' ? words.add_address : words.change_address
  return by === 'none' ? words.add_key : words.replace_key
}

function Works({ provider, tested }: { provider: Provider; tested: Tested | 'asking' | null }) {
  const texts = useTexts()
  const words = useLateTexts().settings
  if (tested === 'asking') return <p className="text-muted text-small">{words.asking}</p>
  if (tested) {
    const works = 'trial' in tested && tested.trial.works
    const said = 'trial' in tested ? trialWords(texts, provider.label, tested.trial) : errorWords(texts, tested.error)
    return (
      <p role="status" className={clsx('flex items-start gap-2 text-small', works ? 'text-ok' : 'text-danger')}>
        <span className="mt-0.5">
          <Icon name={works ? LATE_ICONS.check : 'alert'} />
        </span>
        <span className="min-w-0 break-words">{works ? words.works(said) : said}</span>
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
  return <p className="text-muted text-small">{provider.by === 'none' ? '' : texts.models.count(provider.models)}</p>
}
