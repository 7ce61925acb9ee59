'use client'

import { useState } from 'react'
import type { AdminModel } from '#lib/api/admin-model.ts'
import type { EndingModel } from '#lib/api/model-end.ts'
import { endLabel } from '../../_chat/models/model.ts'
import { useBudgetsGoOn, useCarriedRules, useCarryOver, useEndingModels } from '../../_client/use-ending-models.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { PageLink } from '../../_ui/page-link.tsx'
import { SelectField } from '../budgets/select-field.tsx'
import { LINK, WHOLE_LINK } from './ending-link.ts'
import { EndingOutcome } from './ending-outcome.tsx'
import { EndingRules } from './ending-rules.tsx'

/** Models with a known end, what would stop with each, and where it can go on; nothing where none has one. */
export function EndingModels({ models }: { models: readonly AdminModel[] }) {
  const words = useAdminTexts().models
  const { data } = useEndingModels()
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="ending" className="mb-8 max-w-[52rem]">
      <h2 id="ending" className="mb-1 font-semibold font-serif text-h3">
        {words.ending}
      </h2>
      <p className="mb-2 text-ink-soft">{words.ending_about}</p>
      <ul className="border-line border-t">
        {data.map((ending) => (
          <Ending key={ending.id} ending={ending} models={models} />
        ))}
      </ul>
    </section>
  )
}

function Ending({ ending, models }: { ending: EndingModel; models: readonly AdminModel[] }) {
  const texts = useTexts()
  const words = useAdminTexts().models
  const { id, label, chats, presets, titles, rules, budgets, suggested } = ending
  const { carryOver, carry } = useCarryOver(id)
  const { budgetsGoOn, haveAsk } = useBudgetsGoOn()
  const [to, setTo] = useState(suggested ?? '')
  const stays = models.filter((model) => model.configured && model.id !== id)
  const isCarrying = carryOver?.state === 'carrying'
  const isUsed = chats.own + presets.own > 0 || titles
  const [goAlong, setGoAlong] = useState(true)
  const carried = useCarriedRules(id, to, rules.length > 0)
  const withRules = rules.length > 0 && goAlong
  // What is not known yet is not agreed to.
  const isReady = to !== '' && (!withRules || carried.data !== undefined)

  async function carryAll() {
    if (!withRules) await carry(to, null)
    else if (carried.data) await carry(to, { based_on: carried.data.version, note: words.carried_note(id, to) })
  }
  return (
    <li className="border-line border-b py-3">
      <h3 className="font-semibold">
        <bdi>{label}</bdi> <span className="font-normal text-warn">{endLabel(texts, ending.ends)}</span>
      </h3>
      <p>{words.stops(chats.own, presets.own, titles, chats.others + presets.others)}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-small">
        {chats.shown.map((chat) => (
          <li key={chat.id} className="max-w-full">
            <PageLink href={`/c/${chat.id}`} className={LINK}>
              {chat.name ?? words.untitled}
            </PageLink>
          </li>
        ))}
        {presets.shown.map((preset) => (
          <li key={preset.id} className="max-w-full">
            <PageLink href="/settings/presets" className={LINK}>
              {words.preset(preset.name ?? '')}
            </PageLink>
          </li>
        ))}
      </ul>
      {(isUsed || rules.length > 0 || budgets.length > 0) && (
        <div className="mt-2 flex flex-wrap items-end gap-2">
          <SelectField
            label={words.go_on_at}
            options={stays.map((model) => ({ id: model.id, name: `${model.label} (${model.provider_label})` }))}
            value={to}
            fault={null}
            onChange={setTo}
          />
          {(isUsed || withRules) && (
            <Button
              disabled={!isReady}
              aria-disabled={isCarrying}
              onClick={() => void carryAll()}
              className="pointer-coarse:min-h-11"
            >
              {words.carry_over(isUsed, withRules)}
            </Button>
          )}
        </div>
      )}
      {budgets.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <PageLink href="/admin/budgets" className={WHOLE_LINK}>
            {words.budgets(budgets.length)}
          </PageLink>
          {to !== '' && (
            <Button
              aria-disabled={budgetsGoOn?.state === 'changing'}
              onClick={() => void haveAsk(to, budgets)}
              className="pointer-coarse:min-h-11"
            >
              {words.carry_budgets(budgets.length)}
            </Button>
          )}
        </div>
      )}
      {rules.length > 0 && <EndingRules names={rules} carried={carried} goAlong={goAlong} onChange={setGoAlong} />}
      <EndingOutcome carryOver={carryOver} budgetsGoOn={budgetsGoOn} models={models} />
    </li>
  )
}
