'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import type { Drift } from '#lib/api/drift.ts'
import type { PriceVersion } from '#lib/api/price.ts'
import { usePriceTable, usePriceVersions } from '../../_client/use-prices.ts'
import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { useUnpriced } from '../use-unpriced.ts'
import { countChanges, type DraftChanges, type DraftPrice, priceIn, withPrice } from './draft.ts'
import { DraftView } from './draft-view.tsx'
import { DriftReport } from './drift-report.tsx'
import { explainedPrice } from './explained-price.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ImportFile } from './import-file.tsx'
import { UnpricedNotice } from './unpriced-notice.tsx'
import { useDraft } from './use-draft.ts'
import { useImport } from './use-import.ts'
import { useModelNames } from './use-model-names.ts'
import { DRAFT, VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

/** The versions of the price table, and the draft of the next one. */
export function PricePage() {
  const words = useAdminTexts().prices
  const { data, isError, refetch } = usePriceVersions()
  return (
    <>
      <title>{`${words.title} · Metis`}</title>
      <PageTitle title={words.title} about={words.about} />
      {isError && !data && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {data && <Versions versions={data.versions} inForce={data.in_force} />}
    </>
  )
}

/** Which of them is open stands in the address, for a reload and for others. */
function useOpenVersion(known: (name: string) => boolean, usual: string): [string, (name: string) => void] {
  const said = useSearchParams()?.get('version') ?? null
  const [open, setOpen] = useState(said)
  return [
    open !== null && known(open) ? open : usual,
    (name) => {
      setOpen(name)
      history.replaceState(history.state, '', `/admin/prices?version=${encodeURIComponent(name)}`)
    },
  ]
}

function Versions({ versions, inForce }: { versions: readonly PriceVersion[]; inForce: string }) {
  const words = useAdminTexts().prices
  const names = useModelNames()
  const unpriced = useUnpriced() ?? []
  const { draft, isKept, ...actions } = useDraft(versions)
  const { importing, read, forget } = useImport()
  const [said, setSaid] = useState('')
  /** What is wished for, and as often as it is: the draft is laid out anew then. */
  const [wish, setWish] = useState<{ model: string | null; nth: number }>({ model: null, nth: 0 })
  const holds = versions.find(({ pricing_version }) => pricing_version === inForce)
  const [open, goTo] = useOpenVersion(
    (name) => (name === DRAFT ? draft !== null : versions.some(({ pricing_version }) => pricing_version === name)),
    draft ? DRAFT : inForce,
  )
  const { data: base } = usePriceTable(draft?.from.pricing_version ?? (importing.step === 'read' ? inForce : null))
  const version = versions.find(({ pricing_version }) => pricing_version === open)

  function show(name: string) {
    setSaid('')
    goTo(name)
  }

  function layOut(changes: DraftChanges, model: string | null = null) {
    if (draft) actions.change(changes)
    else if (holds) actions.begin(holds, changes)
    setWish({ model, nth: wish.nth + 1 })
    show(DRAFT)
  }

  function price(id: string, isFree: boolean) {
    const before = draft?.changes ?? {}
    layOut(isFree ? { ...before, [id]: { free: true } } : before, id)
  }

  const { data: current } = usePriceTable(draft?.from.pricing_version ?? inForce)

  function explained(drift: Drift, explanation: Drift['explanations'][number]): [id: string, price: DraftPrice] | null {
    const id = drift.price_of
    if (id === null || !current || !drift.still_holds) return null
    const price = explainedPrice(priceIn(draft?.changes ?? {}, current.models, id), drift, explanation)
    return price && [id, price]
  }

  const imports = <ImportFile importing={importing} onFile={(file) => void read(file)} />
  return (
    <>
      <p role="status" className="mb-4 empty:hidden">
        {said}
      </p>
      <p role="alert" className="mb-4 max-w-[42em] text-danger [overflow-wrap:anywhere] empty:hidden">
        {importing.step === 'refused' && importing.words}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <VersionList
          versions={versions}
          inForce={inForce}
          changes={draft && countChanges(draft)}
          open={open}
          onOpen={show}
        />
        {open === DRAFT && draft && base && (
          <DraftView
            key={`${draft.from.created_at} ${wish.nth}`}
            draft={draft}
            isKept={isKept}
            actions={actions}
            base={base}
            versions={versions}
            inForce={inForce}
            names={names}
            unpriced={unpriced}
            wished={wish.model}
            imports={imports}
            onSaid={setSaid}
            onPublished={(published) => {
              actions.discard()
              show(published.pricing_version)
              setSaid(words.published(published.pricing_version))
            }}
          />
        )}
        {version && (
          <VersionView
            key={version.pricing_version}
            version={version}
            versions={versions}
            inForce={inForce}
            names={names}
            notice={<UnpricedNotice unpriced={unpriced} names={names} onPrice={price} />}
            actions={
              <>
                <Button
                  variant="primary"
                  onClick={() => {
                    if (!draft) actions.begin(version)
                    show(DRAFT)
                  }}
                  className="pointer-coarse:min-h-11"
                >
                  {draft ? words.to_draft : words.new_version}
                </Button>
                {imports}
              </>
            }
          />
        )}
      </div>
      <DriftReport
        names={names}
        canDraft={(drift, explanation) => explained(drift, explanation) !== null}
        onDraft={(drift, explanation) => {
          const [id, price] = explained(drift, explanation) ?? []
          if (id === undefined || !price || !current) return
          layOut(withPrice(draft?.changes ?? {}, current.models, id, price), id)
          setSaid(words.drift_drafted(names.labelOf(id)))
        }}
      />
      {importing.step === 'read' && base && (
        <ImportDialog
          name={importing.name}
          found={importing.found}
          base={base.models}
          changes={draft?.changes ?? {}}
          onMerge={(changes, rows) => {
            layOut(changes)
            forget()
            setSaid(words.imported(rows))
          }}
          onClose={forget}
        />
      )}
    </>
  )
}
