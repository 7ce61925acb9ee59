'use client'

import { type ReactNode, useState } from 'react'
import type { PriceVersion } from '#lib/api/price.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { useModels } from '../../_client/use-api.ts'
import type { PriceTableOf } from '../../_client/use-prices.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import type { UnpricedModel } from '../use-unpriced.ts'
import { AddModel } from './add-model.tsx'
import { DiscardDraft } from './discard-draft.tsx'
import { countChanges, type DraftPrice, differenceOf, isFree, type PriceDraft, priceIn, withPrice } from './draft.ts'
import { faultsOfDraft } from './draft-faults.ts'
import { feeRows } from './draft-fees.ts'
import { DraftGrid } from './draft-grid.tsx'
import { sectionsOf } from './draft-rows.ts'
import { FaultSummary } from './fault-summary.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { RowDialog } from './row-dialog.tsx'
import { ToolFees } from './tool-fees.tsx'
import type { DraftActions } from './use-draft.ts'
import { type ModelNames, matches } from './use-model-names.ts'
import { versionDay } from './version-list.tsx'
import { SearchAndUnit } from './version-view.tsx'

/** The next version while it is written. */
export function DraftView({
  draft,
  isKept,
  actions,
  base,
  versions,
  inForce,
  names,
  unpriced,
  wished,
  imports,
  onSaid,
  onPublished,
}: {
  draft: PriceDraft
  isKept: boolean
  actions: DraftActions
  /** The version that it is a copy of. */
  base: PriceTableOf
  versions: readonly PriceVersion[]
  inForce: string
  names: ModelNames
  unpriced: readonly UnpricedModel[]
  /** A model that is to be priced now. */
  wished: string | null
  /** The button that takes a file. */
  imports: ReactNode
  onSaid: (words: string) => void
  onPublished: (version: PriceVersion) => void
}) {
  'use memo'
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const models = useModels().data?.models ?? []
  const { changes } = draft
  const [search, setSearch] = useState('')
  const [listed, setListed] = useState<ReadonlySet<string>>(() => new Set(Object.keys(changes)))
  const [asked, setAsked] = useState<readonly string[]>(wished === null ? [] : [wished])
  const [wish, setWish] = useState(wished)
  const [detailed, setDetailed] = useState<string | null>(null)
  const [isPublishing, setPublishing] = useState(false)
  const faults = faultsOfDraft(changes, names.isProvider)
  const from = versions.find(({ pricing_version }) => pricing_version === base.pricing_version)
  const baseDay = from ? versionDay(format, from, versions) : base.pricing_version
  const feeChanges = draft.fees ?? {}
  const fees = feeRows(base.tool_fees_per_1000_usd ?? {}, feeChanges)
  const hasFeeFault = fees.some(({ problem }) => problem !== null)
  const ids = [...Object.keys(base.models), ...Object.keys(changes)]

  function find(text: string) {
    setSearch(text)
    setListed(new Set(Object.keys(changes)))
  }

  function show(id: string) {
    setPublishing(false)
    find(id)
    setWish(id)
  }

  function ask(id: string) {
    setAsked([id, ...asked])
    find('')
    if (Object.hasOwn(base.models, id)) find(id)
    setWish(id)
  }

  function conditionsOf(id: string) {
    const price = priceIn(changes, base.models, id)
    return price && !isFree(price) ? (price.conditional ?? []) : []
  }

  const put = (id: string, price: DraftPrice) => actions.change(withPrice(changes, base.models, id, price))
  const sections = sectionsOf({
    base: base.models,
    changes,
    unpriced,
    listed,
    asked,
    isFound: (id) => matches(names, id, search),
  })
  const { changed, added, removed } = differenceOf(changes, base.models)
  const count = (ids: readonly string[]) => format.count(ids.length)
  return (
    <section aria-labelledby="draft" className="min-w-0">
      <h2 id="draft" className="mb-1 font-semibold font-serif text-h2">
        {words.draft_title(baseDay)}
      </h2>
      <p className="mb-4 text-ink-soft">
        {words.difference(count(changed), count(added), count(removed))}
        {Object.keys(feeChanges).length > 0 && `, ${words.fees_changed(Object.keys(feeChanges).length)}`}
      </p>
      {hasFeeFault && (
        <p role="alert" className="mb-4 text-danger">
          {words.fees_wrong}
        </p>
      )}
      {!isKept && (
        <p role="alert" className="mb-4 max-w-[42em] text-warn">
          {words.not_kept}
        </p>
      )}
      <div className="mb-4 flex flex-wrap items-start gap-2">
        <Button
          variant="primary"
          disabled={countChanges(draft) === 0 || faults.size > 0 || hasFeeFault}
          onClick={() => setPublishing(true)}
          className="pointer-coarse:min-h-11"
        >
          {words.publish}
        </Button>
        {imports}
        <DiscardDraft changes={countChanges(draft)} onDiscard={actions.discard} />
      </div>
      <FaultSummary faults={faults} labelOf={names.labelOf} conditionsOf={conditionsOf} onShow={show} />
      <SearchAndUnit search={search} onSearch={find} />
      <DraftGrid
        key={search}
        label={words.table_of(words.draft)}
        sections={sections}
        base={base.models}
        changes={changes}
        calls={new Map(unpriced.map(({ id, calls }) => [id, calls]))}
        faults={faults}
        names={names}
        wished={wish}
        onChange={actions.change}
        onUndo={() => {
          if (actions.undo()) onSaid(words.undone)
        }}
        onDetails={setDetailed}
        onSaid={onSaid}
      />
      <AddModel
        names={names}
        suggestions={models.flatMap(({ id }) => (priceIn(changes, base.models, id) ? [] : id))}
        isThere={(id) => priceIn(changes, base.models, id) !== undefined}
        onAdd={ask}
        onSaid={onSaid}
      />
      <ToolFees
        fees={base.tool_fees_per_1000_usd}
        sources={base.tool_fee_sources}
        names={names}
        draft={{
          changes: feeChanges,
          providers: [...new Set(ids.map(providerOf))].toSorted(),
          onChange: actions.changeFees,
        }}
      />
      {detailed !== null && (
        <RowDialog
          label={names.labelOf(detailed)}
          price={priceIn(changes, base.models, detailed)}
          onDone={(price) => {
            put(detailed, price)
            setDetailed(null)
          }}
          onClose={() => setDetailed(null)}
        />
      )}
      {isPublishing && (
        <PublishDialog
          draft={draft}
          base={base}
          baseDay={baseDay}
          isBaseInForce={base.pricing_version === inForce}
          versions={versions}
          labelOf={names.labelOf}
          onPublished={onPublished}
          onRebase={(version) => {
            actions.begin(version, changes, draft.fees)
            onSaid(words.rebased(version.pricing_version))
          }}
          onShow={show}
          onClose={() => setPublishing(false)}
        />
      )}
    </section>
  )
}
