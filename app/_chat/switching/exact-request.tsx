'use client'

import { useState } from 'react'
import { usePreviewedRequest } from '../../_client/use-switching.ts'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Asked } from '../costs/asked.tsx'
import { useLive } from '../live/use-live-session.ts'
import { RequestAsCode } from '../receipt/request-as-code.tsx'

/** What would go over the wire to a model; it may be long, and is asked for by hand. */
export function ExactRequest({ model }: { model: string }) {
  const words = useLateTexts().switching
  const [isShown, setShown] = useState(false)
  return (
    <div className="space-y-2.5">
      <Button aria-expanded={isShown} onClick={() => setShown(!isShown)} className="pointer-coarse:min-h-11">
        {words.exact_request}
      </Button>
      {isShown && <Shown model={model} />}
    </div>
  )
}

function Shown({ model }: { model: string }) {
  const words = useLateTexts().switching
  const { id } = useLive()
  return (
    <Asked query={usePreviewedRequest(id, model)}>
      {({ request, endpoint }) =>
        request && endpoint ? (
          <>
            <h3 className="sr-only">{words.exact_request}</h3>
            <p className="text-caption text-muted">{words.exact_about}</p>
            <RequestAsCode request={request} endpoint={endpoint} />
          </>
        ) : (
          <p>{words.no_request}</p>
        )
      }
    </Asked>
  )
}
