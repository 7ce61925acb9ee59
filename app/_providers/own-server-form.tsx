'use client'

import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { useKeeping } from '../_client/use-providers.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { FIELD, Field } from './field.tsx'
import { Outcome } from './outcome.tsx'
import { idOf } from './recognise.ts'

/** A server under an address of one's own, as many as one likes, each with a name. */
export function OwnServerForm({ protocols }: { protocols: readonly { id: string; label: string }[] }) {
  const words = useLateTexts().providers
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const { keeping, keep } = useKeeping()
  const id = idOf(name)

  async function send(anyway: boolean) {
    const read = (field: string) =>
      form.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-field="${field}"]`)?.value.trim() ?? ''
    const [key, base_url, names] = [read('key'), read('address'), read('models')]
    const models = names.split(',').flatMap((each) => each.trim() || [])
    const said = {
      label: name.trim(),
      base_url,
      protocol: read('protocol'),
      ...(key !== '' && { key }),
      ...(models.length > 0 && { models }),
      ...(anyway && { keep_anyway: true }),
    }
    if (!(await keep(id, said))) return
    form.current?.reset()
    setName('')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(false)
  }

  return (
    <form ref={form} onSubmit={submit} aria-label={words.add_server} className="space-y-3">
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          label={words.server_name}
          required
          maxLength={60}
          placeholder={words.server_name_example}
          onInput={(event) => setName(event.currentTarget.value)}
          hint={id === '' ? words.server_name_about : words.server_id(id)}
        />
        <Field
          data-field="address"
          label={words.address}
          inputMode="url"
          required
          placeholder="http://127.0.0.1:8080"
          hint={words.server_address_about}
        />
        <Field data-field="key" label={words.key_if_asked} type="password" />
        <label className="block">
          <span className="mb-1 block font-semibold text-caption text-muted">{words.protocol}</span>
          <select data-field="protocol" className={FIELD}>
            {protocols.map((protocol) => (
              <option key={protocol.id} value={protocol.id}>
                {protocol.label}
              </option>
            ))}
          </select>
        </label>
        <div className="md:col-span-2">
          <Field
            data-field="models"
            label={words.server_models}
            placeholder={words.server_models_example}
            hint={words.server_models_about}
          />
        </div>
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={id === '' || keeping.step === 'trying'}
        className="pointer-coarse:min-h-11"
      >
        {words.try_and_keep}
      </Button>
      <Outcome keeping={keeping} onKeepAnyway={() => void send(true)} />
    </form>
  )
}
