'use client'

import type { AdminModel } from '#lib/api/admin-model.ts'
import { modelLabel } from '../../_chat/models/model.ts'
import { errorWords } from '../../_client/error-words.ts'
import type { useBudgetsGoOn, useCarryOver } from '../../_client/use-ending-models.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { PageLink } from '../../_ui/page-link.tsx'
import { LINK } from './ending-link.ts'

/** What became of what was to go on with another model. */
export function EndingOutcome({
  carryOver,
  budgetsGoOn,
  models,
}: {
  carryOver: ReturnType<typeof useCarryOver>['carryOver']
  budgetsGoOn: ReturnType<typeof useBudgetsGoOn>['budgetsGoOn']
  models: readonly AdminModel[]
}) {
  const texts = useTexts()
  const words = useAdminTexts().models
  return (
    <div role="status" className="mt-1 empty:hidden">
      {carryOver?.state === 'carrying' && words.carrying}
      {budgetsGoOn?.state === 'refused' && <p className="text-danger">{errorWords(texts, budgetsGoOn.error)}</p>}
      {budgetsGoOn?.state === 'changed' && <p>{words.budgets_asked(modelLabel(budgetsGoOn.to, models))}</p>}
      {carryOver?.state === 'refused' && <p className="text-danger">{errorWords(texts, carryOver.error)}</p>}
      {carryOver?.state === 'carried' && (
        <>
          <p>
            {words.carried(
              carryOver.said.chats,
              carryOver.said.presets,
              carryOver.said.titles,
              modelLabel(carryOver.to, models),
            )}{' '}
            {carryOver.said.rules !== null && (
              <PageLink href="/admin/routing" className={LINK}>
                {words.carried_rules(carryOver.said.rules)}
              </PageLink>
            )}
          </p>
          <ul>
            {carryOver.said.left.map((chat) => (
              <li key={chat.id} className="text-warn">
                <PageLink href={`/c/${chat.id}`} className={LINK}>
                  {chat.title ?? words.untitled}
                </PageLink>{' '}
                {words.stays_because(chat.reason)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
