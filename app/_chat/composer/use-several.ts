'use client'

import { useModels } from '../../_client/use-api.ts'
import { focusComposerByKeyboard } from './composer-id.ts'
import { namedModels, withNames } from './several-models.ts'

/** Models that are chosen to answer side by side stand before the question, as if a person had typed their names. */
export function useSeveral(text: string, setText: (text: string) => void) {
  const models = useModels().data?.models ?? []
  return {
    compared: namedModels(text, models).models.map(({ id }) => id),
    onCompare(ids: readonly string[]) {
      const chosen = ids.flatMap((id) => models.find((model) => model.id === id) ?? [])
      setText(withNames(text, chosen, models))
      focusComposerByKeyboard()
    },
  }
}
