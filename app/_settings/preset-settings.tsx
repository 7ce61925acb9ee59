'use client'

import { useState } from 'react'
import { useModels } from '../_client/use-api.ts'
import { usePresets } from '../_client/use-presets.ts'
import { PageTitle } from '../_frame/page-title.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { PresetForm } from './preset-form.tsx'
import { MAKE_PRESET, PresetRow } from './preset-row.tsx'

/** What chats may begin with. */
export function PresetSettings() {
  const words = useLateTexts().presets
  const { data: presets, isError, refetch } = usePresets()
  const models = useModels().data?.models
  const [isMaking, setMaking] = useState(false)
  /** The form had the focus: what opens it again has it next. */
  const [hasMade, setMade] = useState(false)
  return (
    <>
      <title>{`${words.title} · Metis`}</title>
      <PageTitle title={words.title} about={words.page_about} />
      {isError && !presets && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {presets && (
        <>
          {isMaking ? (
            <div className="mb-6">
              <PresetForm
                preset={null}
                onDone={() => {
                  setMaking(false)
                  setMade(true)
                }}
              />
            </div>
          ) : (
            <Button
              id={MAKE_PRESET}
              autoFocus={hasMade}
              variant="primary"
              onClick={() => setMaking(true)}
              className="mb-6 pointer-coarse:min-h-11"
            >
              {words.make}
            </Button>
          )}
          {presets.length === 0 && !isMaking && (
            <>
              <p>{words.none}</p>
              <p className="mt-1 max-w-[42em] text-ink-soft">{words.none_about}</p>
            </>
          )}
          {presets.length > 0 && (
            <ul aria-label={words.title} className="border-line-strong border-t">
              {presets.map((preset) => (
                <PresetRow key={preset.id} preset={preset} models={models} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}
