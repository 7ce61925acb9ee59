'use client'

import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { useKeeping } from '../_client/use-providers.ts'
import { Button } from '../_ui/button.tsx'
import { FIELD, Field } from './field.tsx'
import { Outcome } from './outcome.tsx'
import { idOf } from './recognise.ts'

/** A server under an address of one's own, as many as one likes, each with a name. */
export function OwnServerForm({ protocols }: { protocols: readonly { id: string; label: string }[] }) {
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
    <form ref={form} onSubmit={submit} aria-label="Add a server of your own" className="space-y-3">
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          label="Name"
          required
          maxLength={60}
          placeholder="My lab"
          onInput={(event) => setName(event.currentTarget.value)}
          hint={id === '' ? 'What you call it.' : `Its models are called ${id}:…`}
        />
        <Field
          data-field="address"
          label="Address"
          inputMode="url"
          required
          placeholder="http://127.0.0.1:8080"
          hint="It may be on this machine or in your network: Metis asks it from here."
        />
        <Field data-field="key" label="Key, where it asks for one" type="password" />
        <label className="block">
          <span className="mb-1 block font-semibold text-caption text-muted">What it speaks</span>
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
            label="Models, where it cannot list them"
            placeholder="one, another"
            hint="Names, with commas between them."
          />
        </div>
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={id === '' || keeping.step === 'trying'}
        className="pointer-coarse:min-h-11"
      >
        Try and keep
      </Button>
      <Outcome keeping={keeping} onKeepAnyway={() => void send(true)} />
    </form>
  )
}
