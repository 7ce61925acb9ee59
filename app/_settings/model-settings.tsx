'use client'

import { clsx } from 'clsx'
import type { Model } from '#lib/api/model.ts'
import { isUsable, modelLabel, priceLabel } from '../_chat/models/model.ts'
import { preferModels, useModelPreference } from '../_chat/models/model-preference.ts'
import { TitleChoice } from '../_chat/sessions/title-choice.tsx'
import { useModels } from '../_client/use-api.ts'
import { Hand } from '../_content/hand.tsx'
import { PageTitle } from '../_frame/page-title.tsx'
import { FIELD } from '../_providers/field.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'

/** With which model chats begin in this browser, and which models its picker shows. */
export function ModelSettings() {
  const { settings: words, labels } = useLateTexts()
  const { data } = useModels()
  const { first, hidden } = useModelPreference()
  const models = data?.models.filter(isUsable) ?? []
  return (
    <>
      <title>{`${words.models} · Metis`}</title>
      <PageTitle title={words.models} about={words.models_about} />
      {data && (
        <>
          <label className="block max-w-md">
            <span className="mb-1 block font-semibold text-caption text-muted">{words.begin_with}</span>
            <select
              className={clsx(FIELD)}
              value={models.some(({ id }) => id === first) ? (first ?? '') : ''}
              onChange={(event) => preferModels({ first: event.target.value || null })}
            >
              <option value="">
                {data.default ? words.automatic_now(modelLabel(data.default, data.models)) : words.automatic}
              </option>
              {models.map(({ id, label, provider_label }) => (
                <option key={id} value={id}>
                  {`${label} (${provider_label})`}
                </option>
              ))}
            </select>
          </label>
          <section aria-labelledby="titles" className="mt-8 max-w-md">
            <h2 id="titles" className="mb-2 font-semibold font-serif text-h2">
              {labels.titles}
            </h2>
            <TitleChoice />
          </section>
          <Table models={models} hidden={hidden} />
        </>
      )}
    </>
  )
}

function Table({ models, hidden }: { models: readonly Model[]; hidden: readonly string[] }) {
  const words = useLateTexts().settings
  return (
    <section aria-label={words.what_models_can} className="mt-8 overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="border-line-strong border-b text-start">
            <Head>{words.model}</Head>
            <Head end>{words.window}</Head>
            <Head>{words.prices}</Head>
            <Head>{words.pictures}</Head>
            <Head>{words.tools}</Head>
            <Head>{words.thinking}</Head>
            <Head>{words.in_picker}</Head>
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
  const texts = useTexts()
  const words = useLateTexts().settings
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
        {texts.format.count(max_context_tokens)}
        {assumed && <span className="block text-caption text-muted">{words.assumed}</span>}
      </td>
      <td className="whitespace-nowrap py-2 pe-4">{priceLabel(texts, model)}</td>
      <td className="py-2 pe-4">{supports_images ? words.yes : words.no}</td>
      <td className="py-2 pe-4">{supports_tools ? words.yes : words.no}</td>
      <td className="py-2 pe-4">
        {supports_thinking ? words.yes : words.no}
        {efforts.length > 0 && <span className="block text-caption text-muted">{words.efforts(efforts.length)}</span>}
      </td>
      <td className="py-2">
        <input
          type="checkbox"
          aria-label={words.in_picker_of(label)}
          checked={!isHidden}
          onChange={() => preferModels({ hidden: isHidden ? hidden.filter((each) => each !== id) : [...hidden, id] })}
          className="size-5 accent-(--accent-solid) pointer-coarse:size-11"
        />
      </td>
    </tr>
  )
}
