'use client'

import { useState } from 'react'
import { type RoutingRulesOf, useRoutingRules } from '../../_client/use-routing.ts'
import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { RuleHistory } from './rule-history.tsx'
import { RuleWorkbench } from './rule-workbench.tsx'

/** Which models are used for what: the rules as they are written, what they would do, and all that there were. */
export function RoutingPage() {
  const words = useAdminTexts().routing
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useRoutingRules()
  const current = data?.pages[0]
  return (
    <>
      <title>{`${words.title} · Metis`}</title>
      <PageTitle title={words.title} about={words.about} />
      {isError && !current && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {current && (
        <Rules
          current={current}
          history={data.pages.flatMap(({ history }) => history)}
          onMore={hasNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </>
  )
}

function Rules({
  current,
  history,
  onMore,
}: {
  current: RoutingRulesOf
  history: RoutingRulesOf['history']
  onMore: (() => void) | null
}) {
  const words = useAdminTexts().routing
  const [said, setSaid] = useState('')
  return (
    <>
      <p role="status" className="mb-4 empty:hidden">
        {said}
      </p>
      {current.problem !== null && (
        <p role="alert" className="mb-4 max-w-[52rem] text-danger [overflow-wrap:anywhere]">
          {words.problem(current.problem)}
        </p>
      )}
      <RuleWorkbench current={current} history={history} onSaid={setSaid} />
      <RuleHistory current={current} history={history} onMore={onMore} onSaid={setSaid} />
    </>
  )
}
