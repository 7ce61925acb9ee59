'use client'

import { type FormEvent, useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { useRename } from '../_client/use-people.ts'
import { Field } from '../_providers/field.tsx'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'

/** `name`: as it is by now. */
export function ChangeName({ name }: { name: string }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const rename = useRename()
  const [said, setSaid] = useState<{ problem: string } | 'changed' | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('name')).trim()
    setSaid(null)
    try {
      await rename(typed)
      setSaid('changed')
    } catch (error) {
      setSaid({ problem: errorWords(texts, error) })
    }
  }

  return (
    <section aria-labelledby="change-name">
      <h2 id="change-name" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.change_name}
      </h2>
      <form onSubmit={(event) => void submit(event)} className="max-w-sm space-y-4">
        <Field
          label={words.name}
          name="name"
          autoComplete="name"
          dir="auto"
          required
          maxLength={80}
          defaultValue={name}
          hint={words.name_about}
        />
        <Fault words={said !== null && said !== 'changed' ? said.problem : null} />
        <Button type="submit" className="pointer-coarse:min-h-11">
          {words.save}
        </Button>
        <p role="status" className="empty:hidden">
          {said === 'changed' && words.name_changed}
        </p>
      </form>
    </section>
  )
}
