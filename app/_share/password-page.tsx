'use client'

import { FIELD } from '../_providers/field.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { SharedFrame } from './shared-frame.tsx'

/** A form that the browser sends by itself. */
export function PasswordPage({ address, wasWrong }: { address: string; wasWrong: boolean }) {
  const words = useLateTexts().shares
  return (
    <SharedFrame>
      <h1 className="mt-14 font-semibold font-serif text-h1">{words.locked}</h1>
      <p className="mt-3 max-w-[36em] text-ink-soft">{words.locked_about}</p>
      <form method="post" action={`${address}/password`} className="mt-6 flex max-w-sm flex-col gap-4">
        <label>
          <span className="mb-1 block font-semibold text-caption text-muted">{words.password}</span>
          <input
            type="password"
            name="password"
            required
            maxLength={200}
            autoComplete="off"
            aria-invalid={wasWrong}
            aria-describedby={wasWrong ? 'wrong-password' : undefined}
            className={`${FIELD} aria-invalid:border-danger`}
          />
          {wasWrong && (
            <span id="wrong-password" role="alert" className="mt-1 block text-danger text-small">
              {words.wrong_password}
            </span>
          )}
        </label>
        <Button type="submit" variant="primary" className="self-start pointer-coarse:min-h-11">
          {words.open}
        </Button>
      </form>
    </SharedFrame>
  )
}
