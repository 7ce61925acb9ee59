import type { DocumentBlock } from '#lib/canonical/block.ts'
import { useModels } from '../../_client/use-api.ts'
import { FileChip } from '../../_content/file-chip.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { getsOf } from '../composer/what-model-gets.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { chosenModel } from '../models/model.ts'

/** A file of a stored question. It goes with each next one as well: what the model of the chat gets of it is said. */
export function AskedFile({ block }: { block: DocumentBlock }) {
  const texts = useTexts()
  const { data } = useModels()
  const active = useSessionState((state) => state.session?.active_model) ?? null
  return <FileChip block={block} gets={getsOf(texts, block, chosenModel(active, data))} />
}
