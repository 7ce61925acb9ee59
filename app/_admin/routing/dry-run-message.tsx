'use client'

import { type FormEvent, useState } from 'react'
import type { TriedMessage, TriedRule } from '#lib/api/routing-dry-run.ts'
import { linkWords } from '../../_client/route-words.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Labelled } from '../labelled.tsx'
import { useModelNames } from '../prices/use-model-names.ts'
import { useDryRun } from './use-dry-run.ts'

/** What a message would be answered by, with the whole way to it. */
export function DryRunMessage({ text, isFaulty }: { text: string; isFaulty: boolean }) {
  const words = useAdminTexts().routing
  const [message, setMessage] = useState('')
  const { found, isStale, isRunning, refusal, run } = useDryRun(text)

  function submit(event: FormEvent) {
    event.preventDefault()
    void run({ message: { text: message }, turns: 0 })
  }

  return (
    <form onSubmit={submit}>
      <Labelled label={words.message} hint={words.message_hint} fault={refusal}>
        {(id, faultId) => (
          <textarea
            id={id}
            rows={2}
            dir="auto"
            maxLength={100_000}
            value={message}
            aria-describedby={faultId}
            onChange={(event) => setMessage(event.target.value)}
            className={`${FIELD} py-2`}
          />
        )}
      </Labelled>
      <Button
        type="submit"
        disabled={isFaulty || isRunning || message.trim() === ''}
        className="mt-2 pointer-coarse:min-h-11"
      >
        {words.try_message}
      </Button>
      <div role="status">
        {found?.message && (
          <>
            {isStale && <p className="mt-3 text-warn">{words.stale}</p>}
            <Decision tried={found.message} />
          </>
        )}
      </div>
    </form>
  )
}

function Decision({ tried: { chosen_model, rule, chain, rules } }: { tried: TriedMessage }) {
  const texts = useTexts()
  const admin = useAdminTexts()
  const words = admin.routing
  const names = useModelNames()
  const slots: Readonly<Record<string, string>> = admin.usage.routing_slots
  return (
    <div className="mt-3 border-line border-s-2 ps-4">
      <p className="font-semibold">
        {chosen_model === null ? words.answered_by_none : words.answered_by(names.labelOf(chosen_model))}{' '}
        <span className="font-normal">{rule === null ? words.by_no_rule : words.by_rule(rule)}</span>
      </p>
      <h3 className="mt-3 font-semibold text-caption text-muted">{words.why}</h3>
      <ol className="text-small">
        {chain.map((link) => (
          <li key={link.policy} className="grid gap-x-3 py-0.5 md:grid-cols-[12rem_minmax(0,1fr)]">
            <span className={link.verdict === 'chose' ? 'font-semibold' : 'text-muted'}>
              {slots[link.policy] ?? link.policy}
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {link.model && <b className="font-semibold">{names.labelOf(link.model)}: </b>}
              {linkWords(texts, link)}
            </span>
          </li>
        ))}
      </ol>
      {rules.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold text-caption text-muted">{words.rules_asked}</h3>
          <ul className="text-small">
            {rules.map((each) => (
              <li key={each.name} className="py-0.5">
                <span className={each.holds ? 'font-semibold text-ok' : undefined}>
                  {each.holds ? words.rule_holds(each.name) : words.rule_not(each.name)}
                </span>
                <Parts rule={each} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Parts({ rule: { because } }: { rule: TriedRule }) {
  const words = useAdminTexts().routing
  if (because.length === 0) return <span className="text-muted"> {words.always}</span>
  return (
    <ul className="text-muted">
      {because.map(({ says, value, holds, depth }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
        <li key={at} style={{ paddingInlineStart: `${depth + 1}rem` }} className="[overflow-wrap:anywhere]">
          <span aria-hidden="true" className={holds ? 'text-ok' : 'text-danger'}>
            {holds ? '✓ ' : '✗ '}
          </span>
          <code>{value === null ? says : `${says}: ${JSON.stringify(value)}`}</code>{' '}
          <span className="sr-only">{holds ? words.part_holds : words.part_not}</span>
        </li>
      ))}
    </ul>
  )
}
