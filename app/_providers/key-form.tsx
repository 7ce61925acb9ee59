'use client'

import { clsx } from 'clsx'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Provider } from '#lib/api/provider.ts'
import { useKeeping } from '../_client/use-providers.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { FIELD, Field } from './field.tsx'
import { Outcome } from './outcome.tsx'
import { recognise } from './recognise.ts'

/**
 * Takes a key for one provider, or for the one that the key is seen to be of. The field is the only place in the page that
 * has it, and is emptied when it is kept.
 */
export function KeyForm({
  providers,
  of,
  onKept,
}: {
  providers: readonly Provider[]
  /** Whose key it is to be. */
  of?: Provider
  onKept?: () => void
}) {
  const words = useLateTexts().providers
  const key = useRef<HTMLInputElement>(null)
  const address = useRef<HTMLInputElement>(null)
  const [guesses, setGuesses] = useState<readonly Provider[]>([])
  const [chosen, setChosen] = useState('')
  const [isEmpty, setEmpty] = useState(true)
  const { keeping, keep, forget } = useKeeping()
  const [guess] = guesses
  const meant = of ?? providers.find(({ id }) => id === chosen) ?? (guesses.length === 1 ? guess : undefined)
  const mustChoose = of === undefined && !isEmpty && guesses.length !== 1

  function read() {
    const text = key.current?.value.trim() ?? ''
    setEmpty(text === '')
    setGuesses(text === '' ? [] : recognise(text, providers))
    setChosen('')
    if (keeping.step !== 'idle') forget()
  }

  const isKnown = providers.length > 0
  // A key may be in the field before the scripts of the page are, or before it is known what keys look like.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed after that is read as it is typed
  useEffect(() => {
    if (key.current?.value) read()
  }, [isKnown])

  async function send(anyway: boolean) {
    const text = key.current?.value.trim() ?? ''
    const base_url = address.current?.value.trim() ?? ''
    if (!meant || (text === '' && base_url === '')) return
    const said = { ...(text !== '' && { key: text }), ...(base_url !== '' && { base_url }) }
    if (!(await keep(meant.id, { ...said, ...(anyway && { keep_anyway: true }) }))) return
    if (key.current) key.current.value = ''
    setEmpty(true)
    setGuesses([])
    onKept?.()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(false)
  }

  return (
    <form onSubmit={submit} aria-label={of ? words.key_of(of.label) : words.add_key}>
      {of && of.needs !== 'key' && (
        <div className="mb-3">
          <Field
            ref={address}
            label={words.address}
            inputMode="url"
            defaultValue={of.address ?? of.usual_address ?? ''}
            placeholder="https://"
          />
        </div>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <Field
            ref={key}
            label={of?.needs === 'address' ? words.key_if_asked_by_server : words.key}
            type="password"
            placeholder={of ? words.paste_key_of(of.label) : words.paste_any_key}
            onInput={read}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          disabled={keeping.step === 'trying' || !meant || (isEmpty && of?.needs !== 'address')}
          className="pointer-coarse:min-h-11"
        >
          {words.try_and_keep}
        </Button>
      </div>
      {of === undefined && guesses.length === 1 && guess && keeping.step === 'idle' && (
        <p role="status" className="mt-2 text-small">
          {words.is_key_of(guess.label)}
        </p>
      )}
      {mustChoose && (
        <label className="mt-2 block text-small">
          <span className="mb-1 block">{guesses.length > 1 ? words.whose_of_several : words.whose}</span>
          <select
            className={clsx(FIELD, 'max-w-64')}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{words.choose}</option>
            {(guesses.length > 1 ? guesses : providers.filter(({ needs }) => needs === 'key')).map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <Outcome keeping={keeping} onKeepAnyway={() => void send(true)} />
    </form>
  )
}
