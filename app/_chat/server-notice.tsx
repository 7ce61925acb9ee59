'use client'

import { useModels } from '../_client/use-api.ts'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { chosenModel, problemLabel, providerOf, unavailableLabel } from './models/model.ts'

/** Says before anything is sent that what is to answer is away. `model`: `null` where the default decides. */
export function ServerNotice({ model }: { model: string | null }) {
  const texts = useTexts()
  const { data } = useModels()
  const asked = model ?? data?.default
  if (asked === undefined) return null
  const concerned = (data?.unlisted ?? []).filter(
    ({ provider, problem }) =>
      asked === '' || (provider === providerOf(asked) && (problem === 'unreachable' || problem === 'key_refused')),
  )
  const chosen = chosenModel(model, data)
  if (concerned.length === 0 && !chosen?.unavailable) return null
  return (
    // What a call has just shown is said where it failed; here it stands for who writes next.
    <div role={concerned.length > 0 ? 'status' : undefined} className="column pb-2 text-caption">
      <ul className="space-y-0.5">
        {concerned.map((unlisted) => (
          <Problem key={unlisted.provider} of={unlisted.label} words={problemLabel(texts, unlisted)} />
        ))}
        {chosen?.unavailable && (
          <Problem
            of={chosen.unavailable.of === 'provider' ? chosen.provider_label : chosen.label}
            words={unavailableLabel(texts, chosen.unavailable)}
          />
        )}
      </ul>
    </div>
  )
}

function Problem({ of, words }: { of: string; words: string }) {
  return (
    <li className="flex items-start gap-2">
      <span className="mt-px text-warn">
        <Icon name="alert" size={14} />
      </span>
      <span>
        <strong className="font-medium">{of}</strong>: {words}
      </span>
    </li>
  )
}
