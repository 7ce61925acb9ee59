import { useLateTexts } from '../../_texts/texts.ts'

/** That nothing is lost by a change of model. */
export function AllGoes({ model }: { model: string }) {
  return useLateTexts().switching.all_goes(model)
}
