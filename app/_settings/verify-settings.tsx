'use client'

import type { Verification } from '#lib/api/verification.ts'
import { errorWords } from '../_client/error-words.ts'
import { useVerification } from '../_client/use-verification.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { FileButton } from '../_ui/file-button.tsx'

/** Whether a file that was exported is what it was, and what differs. */
export function VerifySettings() {
  const texts = useTexts()
  const words = useLateTexts().verification
  const { state, verify, stop } = useVerification()

  return (
    <section aria-labelledby="verify" className="max-w-2xl">
      <h2 id="verify" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.title}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">{words.about}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {state.is === 'sending' ? (
          <Button onClick={stop} className="pointer-coarse:min-h-11">
            {words.stop}
          </Button>
        ) : (
          <FileButton
            accept=".zip,.json,application/zip,application/json"
            label={words.choose}
            onFile={(file) => void verify(file)}
            className="pointer-coarse:min-h-11"
          >
            {words.choose}
          </FileButton>
        )}
        {state.is === 'sending' && (
          <span className="text-ink-soft tabular-nums">
            {state.percent < 100 ? words.sending(state.percent) : words.reading}
          </span>
        )}
      </div>
      <div role="status" className="mt-3 empty:hidden">
        {state.is === 'done' && <Found name={state.name} found={state.found} />}
      </div>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {state.is === 'failed' && errorWords(texts, state.error)}
      </p>
    </section>
  )
}

function Found({ name, found }: { name: string; found: Verification }) {
  const words = useLateTexts().verification
  const { faults, fault_count, fingerprint, exported_at, chats, messages, product_version } = found
  const since = words.moment(exported_at)
  return (
    <div className="rounded-card border border-line-strong p-4">
      <p dir="auto" className="break-all text-muted text-small">
        {name}
      </p>
      <p className={fault_count === 0 ? 'font-semibold' : 'font-semibold text-danger'}>
        {fault_count === 0 ? words.unchanged(since) : words.changed(since, fault_count)}
      </p>
      <p className="text-ink-soft">{words.holds(chats, messages, product_version)}</p>
      {faults.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {faults.map((fault, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are never moved, and two may say the same.
            <li key={index} className="break-words">
              <bdi>{words.place(fault.path, fault.title)}</bdi>: {words.fault(fault)}
            </li>
          ))}
          {fault_count > faults.length && <li>{words.more(fault_count - faults.length)}</li>}
        </ul>
      )}
      <p className="mt-3 text-small">
        {words.fingerprint} <code className="break-all font-mono">{fingerprint}</code>
      </p>
      <p className="mt-1 max-w-[42em] text-muted text-small">{words.fingerprint_about}</p>
    </div>
  )
}
