'use client'

import { useState } from 'react'
import type { WireAddress } from '#lib/api/receipt.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { asCurl } from '#lib/receipt/code/curl.ts'
import { asPython } from '#lib/receipt/code/python.ts'
import { asTypeScript } from '#lib/receipt/code/typescript.ts'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { Segments } from '../../_ui/segments.tsx'
import { CodeText } from './code-text.tsx'

type Form = 'json' | 'curl' | 'python' | 'typescript'

interface Sent {
  request: JsonObject
  endpoint: WireAddress
}

/** The request as it goes over the wire, or as what makes it: without keys. */
export function RequestAsCode({ request, endpoint }: Sent) {
  const words = useLateTexts().receipts
  const [form, setForm] = useState<Form>('json')
  const text = textOf({ request, endpoint }, form)
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold">{words.request}</h4>
        <span className="flex items-center gap-2">
          <Segments label={words.as} options={formsOf(words)} chosen={form} onChoose={setForm} />
          {text !== null && <CopyButton text={text} label={words.copy(words.request)} />}
        </span>
      </div>
      <p className="break-all text-caption text-muted" dir="ltr">
        {words.goes_to(endpoint.url)}
      </p>
      {endpoint.left_out.length > 0 && (
        <p className="text-caption text-muted">{words.left_out_headers(endpoint.left_out.join(', '))}</p>
      )}
      {text === null ? <p>{words.no_library}</p> : <CodeText label={words.request} text={text} />}
    </div>
  )
}

function formsOf(words: LateTexts['receipts']): { value: Form; label: string }[] {
  return [
    { value: 'json', label: words.as_json },
    { value: 'curl', label: words.as_curl },
    { value: 'python', label: words.as_python },
    { value: 'typescript', label: words.as_typescript },
  ]
}

/** Null where no library makes it. */
function textOf({ request, endpoint }: Sent, form: Form): string | null {
  const call = { ...endpoint, body: request }
  switch (form) {
    case 'json':
      return JSON.stringify(request, null, 2)
    case 'curl':
      return asCurl(call)
    case 'python':
      return asPython(call)
    case 'typescript':
      return asTypeScript(call)
  }
}
