'use client'

import { isUsable } from '../../_chat/models/model.ts'
import { useModels } from '../../_client/use-api.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { EXAMPLES, type Example, exampleOf } from './rule-examples.ts'

/** What rules can say, where there are none. */
export function RuleExamples({ onInsert }: { onInsert: (text: string) => void }) {
  const words = useAdminTexts().routing
  const { models = [], default: usual = '' } = useModels().data ?? {}
  const usable = models.filter(isUsable)
  const model = usable.find(({ id }) => id !== usual)?.id ?? usual
  return (
    <div className="mb-4">
      <p className="mb-3">{words.none}</p>
      <ul className="divide-y divide-line border-line border-y">
        {(Object.keys(EXAMPLES) as Example[]).map((name) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">{words.examples[name]}</span>
            <Button onClick={() => onInsert(exampleOf(name, model))} className="pointer-coarse:min-h-11">
              {words.insert(name)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
