'use client'

import { useRouter } from 'next/navigation'
import type { EndingModel } from '#lib/api/model-end.ts'
import { useRoutingRules } from '../../_client/use-routing.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { withOtherModel } from '../routing/renamed-model.ts'
import { useRulesDraft } from '../routing/use-rules-draft.ts'

/** Which rules would stop, and a draft of them with the other model: saved by nobody but who reads it. */
export function RuleProposal({ ending, to }: { ending: EndingModel; to: string }) {
  const words = useAdminTexts().models
  const rules = useRoutingRules().data?.pages[0]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span>{words.rules(ending.rules.join(', '))}</span>
      {rules && <Propose ending={ending} to={to} saved={rules} />}
    </div>
  )
}

function Propose({
  ending,
  to,
  saved,
}: {
  ending: EndingModel
  to: string
  saved: Parameters<typeof useRulesDraft>[0]
}) {
  const words = useAdminTexts().models
  const router = useRouter()
  const { text, write } = useRulesDraft(saved)
  return (
    <Button
      disabled={to === ''}
      onClick={() => {
        write(withOtherModel(text, ending, to))
        router.push('/admin/routing')
      }}
      className="pointer-coarse:min-h-11"
    >
      {words.propose_rules}
    </Button>
  )
}
