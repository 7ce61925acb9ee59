'use client'

import { clsx } from 'clsx'
import type { Model } from '#lib/api/model.ts'
import { isUsable, modelLabel, priceLabel } from '../_chat/models/model.ts'
import { preferModels, useModelPreference } from '../_chat/models/model-preference.ts'
import { useModels } from '../_client/use-api.ts'
import { countLabel } from '../_content/format.ts'
import { Hand } from '../_content/hand.tsx'
import { FIELD } from '../_providers/field.tsx'
import { PageTitle } from './page-title.tsx'

/** With which model chats begin in this browser, and which models its picker shows. */
export function ModelSettings() {
  const { data } = useModels()
  const { first, hidden } = useModelPreference()
  const models = data?.models.filter(isUsable) ?? []
  return (
    <>
      <title>Models · Metis</title>
      <PageTitle
        title="Models"
        about="Which model a new chat begins with, and which ones the picker shows. Kept in this browser; whoever searches the picker finds them all."
      />
      {data && (
        <>
          <label className="block max-w-md">
            <span className="mb-1 block font-semibold text-caption text-muted">New chats begin with</span>
            <select
              className={clsx(FIELD)}
              value={models.some(({ id }) => id === first) ? (first ?? '') : ''}
              onChange={(event) => preferModels({ first: event.target.value || null })}
            >
              <option value="">Automatic{data.default && `, now ${modelLabel(data.default, data.models)}`}</option>
              {models.map(({ id, label, provider_label }) => (
                <option key={id} value={id}>
                  {label} ({provider_label})
                </option>
              ))}
            </select>
          </label>
          <Table models={models} hidden={hidden} />
        </>
      )}
    </>
  )
}

function Table({ models, hidden }: { models: readonly Model[]; hidden: readonly string[] }) {
  return (
    <section aria-label="What each model can do" className="mt-8 overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="border-line-strong border-b text-start">
            <Head>Model</Head>
            <Head end>Window</Head>
            <Head>Price per million tokens</Head>
            <Head>Pictures</Head>
            <Head>Tools</Head>
            <Head>Thinking</Head>
            <Head>In the picker</Head>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <Row key={model.id} model={model} isHidden={hidden.includes(model.id)} hidden={hidden} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head({ children, end }: { children: string; end?: boolean }) {
  return (
    <th scope="col" className={clsx('whitespace-nowrap py-2 pe-4 font-semibold', end ? 'text-end' : 'text-start')}>
      {children}
    </th>
  )
}

function Row({ model, isHidden, hidden }: { model: Model; isHidden: boolean; hidden: readonly string[] }) {
  const { id, label, provider, provider_label, aliases, capabilities, efforts } = model
  const { supports_images, supports_tools, supports_thinking, max_context_tokens, assumed } = capabilities
  return (
    <tr className="border-line border-b align-top">
      <th scope="row" className="sticky start-0 bg-canvas py-2 pe-4 text-start font-normal">
        <span className="flex items-center gap-2">
          <Hand provider={provider} />
          {label}
        </span>
        <span className="block ps-4.5 text-caption text-muted">
          {aliases[0] === undefined ? provider_label : `${provider_label}, @${aliases[0]}`}
        </span>
      </th>
      <td className="py-2 pe-4 text-end">
        {countLabel(max_context_tokens)}
        {assumed && <span className="block text-caption text-muted">assumed</span>}
      </td>
      <td className="whitespace-nowrap py-2 pe-4">{priceLabel(model)}</td>
      <td className="py-2 pe-4">{supports_images ? 'yes' : 'no'}</td>
      <td className="py-2 pe-4">{supports_tools ? 'yes' : 'no'}</td>
      <td className="py-2 pe-4">
        {supports_thinking ? 'yes' : 'no'}
        {efforts.length > 0 && <span className="block text-caption text-muted">{efforts.length} efforts</span>}
      </td>
      <td className="py-2">
        <input
          type="checkbox"
          aria-label={`${label} in the picker`}
          checked={!isHidden}
          onChange={() => preferModels({ hidden: isHidden ? hidden.filter((each) => each !== id) : [...hidden, id] })}
          className="size-5 accent-(--accent-solid) pointer-coarse:size-11"
        />
      </td>
    </tr>
  )
}
