import type { Budgets } from '../budgets/budgets.ts'
import type { ImageBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import { addCost } from '../pricing/bill.ts'
import { estimateOf } from '../pricing/estimate.ts'
import type { Principal } from '../principal.ts'
import { askOnce, wholeAnswer } from './ask-once.ts'
import type { Attempt } from './invoke.ts'
import { keepBeside } from './kept-beside.ts'
import { looseMessage } from './loose-message.ts'
import { sendable } from './model-request.ts'
import { readFiles } from './read-files.ts'
import { pictureHash, picturesIn } from './stand-ins.ts'
import type { TurnDeps } from './turn.ts'

export type DescribingDeps = Pick<
  TurnDeps,
  'store' | 'live' | 'standIns' | 'models' | 'attachments' | 'pictures' | 'policy' | 'log' | 'newEventId' | 'clock'
> & { budgets: Pick<Budgets, 'hold'> }

export const DESCRIBING =
  'Describe this picture for somebody who cannot see it. First all text in it, word for word, then what it shows and how it is laid out, in at most 200 words. Answer with the description alone, in the language of the text in the picture, else in English.'

const MOST_TOKENS = 2_048
/** Of one description, as a rule. */
const EXPECTED_TOKENS = 300
const AT_ONCE = 3

/** Pictures that nobody has described yet, who could, and what that would cost, about. */
export interface DescriptionPlan {
  model: AvailableModel
  pictures: ReadonlyMap<string, ImageBlock>
  files: ReadonlyMap<string, Uint8Array>
  /** Decimal; null without a price. */
  cost_usd: string | null
}

export class DescriptionFailedError extends Error {
  override readonly name = 'DescriptionFailedError'
}

/** The pictures in these messages that were not described for the owner of this session, each once, by their hash. */
export async function undescribed(
  deps: Pick<DescribingDeps, 'standIns' | 'attachments' | 'log'>,
  session_id: string,
  messages: readonly Pick<Message, 'content'>[],
): Promise<Pick<DescriptionPlan, 'pictures' | 'files'>> {
  const found = picturesIn(messages)
  const files = await readFiles([{ content: found }], deps)
  const pictures = new Map<string, ImageBlock>()
  for (const picture of found) {
    const hash = pictureHash(picture.source, files)
    if (hash !== null) pictures.set(hash, picture)
  }
  for (const { hash } of await deps.standIns.descriptions(session_id, [...pictures.keys()])) pictures.delete(hash)
  return { pictures, files }
}

/** Null where no model here takes pictures. `present`: the one that the chat is at describes them, where it can. */
export function descriptionPlan(
  { models, clock }: Pick<DescribingDeps, 'models' | 'clock'>,
  { pictures, files }: Pick<DescriptionPlan, 'pictures' | 'files'>,
  present: AvailableModel | undefined,
): DescriptionPlan | null {
  const model = seeing(models, present)
  if (!model) return null
  const at = formatTimestamp(clock())
  let cost_usd: string | null = '0'
  for (const picture of pictures.values()) {
    const asked = [looseMessage('', questionOf(picture), at)]
    const input_tokens = model.adapter?.estimateInputTokens(asked, [], null, { model: model.id, files }) ?? 0
    const planned = { model: model.id, input_tokens, output_tokens: EXPECTED_TOKENS, at }
    const { cost_usd: each } = estimateOf(planned, models)
    cost_usd = each === null || cost_usd === null ? null : addCost(cost_usd, each)
  }
  return { model, pictures, files, cost_usd }
}

function seeing(models: ModelDirectory, present: AvailableModel | undefined): AvailableModel | undefined {
  const configured = models.list().flatMap(({ id, configured }) => (configured ? id : []))
  const choices = [present, ...[models.defaultModel, ...configured].map((id) => models.find(id))]
  return choices.find((model) => model?.adapter && model.capabilities.supports_images)
}

/**
 * Has each of them described, and keeps it for this person. Those that were described before another failed stay described;
 * what was not said to its end is not kept.
 * Throws a `DescriptionFailedError`, or a `BudgetSpentError`.
 */
export async function describePictures(
  deps: DescribingDeps,
  principal: Principal,
  session_id: string,
  { model, pictures, files }: DescriptionPlan,
): Promise<void> {
  const { store, standIns, models, clock } = deps
  const timestamp = () => formatTimestamp(clock())
  const keepCalls = async (attempts: readonly Attempt[]) => {
    await keepBeside(deps, { principal, session_id, attempts })
  }
  const { outbound_scan } = await store.personSettings(principal)
  const stop = new AbortController()
  const describeOne = async ([hash, picture]: [string, ImageBlock]) => {
    const asked = await askOnce(
      {
        principal,
        session_id,
        turn_id: null,
        model,
        content: questionOf(picture),
        files,
        max_output_tokens: MOST_TOKENS,
        signal: stop.signal,
        sendable: (request) => sendable(request, model, outbound_scan, deps),
      },
      { ...deps, timestamp, store: keepCalls },
    )
    const { attempt, availability } = asked
    await keepBeside(deps, { principal, session_id, attempts: [attempt], availability })
    const { text, fault } = wholeAnswer(asked)
    if (text === null) {
      const problem = `${model.label} could not describe a picture: ${fault}`
      throw new DescriptionFailedError(problem, { cause: asked.error })
    }
    await standIns.keepDescription(principal, { hash, model: model.id, text, created_at: timestamp() })
  }
  const release = models.hold()
  const queue = pictures.entries()
  const describeOneByOne = async () => {
    for (const each of queue) await describeOne(each)
  }
  // The first one is why: those after it were broken off for its sake.
  const failures: unknown[] = []
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        describeOneByOne().catch((cause: unknown) => {
          failures.push(cause)
          // What runs beside it would be paid for, and nobody waits for it any more.
          stop.abort()
        }),
      ),
    )
    if (failures.length > 0) throw failures[0]
  } finally {
    release()
  }
}

function questionOf(picture: ImageBlock) {
  return [picture, { type: 'text' as const, text: DESCRIBING }]
}
