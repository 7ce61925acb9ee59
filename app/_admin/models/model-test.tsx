'use client'

import type { AdminModel, TestedModel } from '#lib/api/admin-model.ts'
import { errorWords } from '../../_client/error-words.ts'
import { useModelTrial } from '../../_client/use-admin-models.ts'
import { spendingLabel } from '../../_content/spending.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'

/** Asks the model for a word, or for a call, and says what that has shown. */
export function ModelTest({ model: { id, configured, capabilities } }: { model: AdminModel }) {
  const texts = useTexts()
  const words = useAdminTexts().models
  const { trial, ask } = useModelTrial(id)
  if (!configured) return <p className="mt-3 text-muted">{words.not_set_up}</p>
  const isAsking = trial?.state === 'asking'
  return (
    <section aria-label={words.test} className="mt-3">
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={isAsking} onClick={() => void ask(false)} className="pointer-coarse:min-h-11">
          {words.test}
        </Button>
        {capabilities.supports_tools && (
          <Button aria-disabled={isAsking} onClick={() => void ask(true)} className="pointer-coarse:min-h-11">
            {words.test_tool}
          </Button>
        )}
      </div>
      <p className="mt-1 text-caption text-muted">{words.test_about}</p>
      <div role="status" className="mt-2 empty:hidden">
        {isAsking && <p className="text-muted">{words.asking}</p>}
        {trial?.state === 'refused' && <Fault words={errorWords(texts, trial.error)} />}
        {trial?.state === 'answered' && <Proof said={trial.said} />}
      </div>
    </section>
  )
}

function Fault({ words }: { words: string }) {
  return (
    <p className="flex items-start gap-2 text-danger [overflow-wrap:anywhere]">
      <span className="mt-0.5">
        <Icon name="alert" />
      </span>
      {words}
    </p>
  )
}

function Proof({ said }: { said: TestedModel }) {
  const texts = useTexts()
  const { format, failures } = texts
  const words = useAdminTexts().models
  const { error, text, called_tool, model_served, tokens, latency_ms, time_to_first_token_ms: first } = said
  // A newer server may have others.
  const advice: Readonly<Record<string, { title: string } | undefined>> = failures.advice
  const facts = [
    ...(model_served === null ? [] : [[words.served, model_served]]),
    ...(tokens ? [[words.tokens, words.in_and_out(format.count(tokens.input), format.count(tokens.output))]] : []),
    ...(tokens ? [[words.cost, spendingLabel(texts, said.cost_usd, Number(said.cost_state === 'partial'))]] : []),
    ...(error || first === null ? [] : [[words.first_word_of_test, format.wait(first)]]),
    ...(error || latency_ms === null ? [] : [[words.last_word_of_test, format.wait(latency_ms)]]),
  ] as const
  return (
    <>
      {error ? (
        <Fault words={`${advice[error.error_class]?.title ?? error.error_class}: ${error.message}`} />
      ) : (
        <p className="flex items-start gap-2">
          <span className="mt-0.5 text-ok">
            <Icon name={LATE_ICONS.check} />
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {called_tool === null ? words.answered(text) : called_tool ? words.called : words.called_nothing(text)}
          </span>
        </p>
      )}
      {facts.length > 0 && (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-small">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
