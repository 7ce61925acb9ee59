'use client'

import { useState } from 'react'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { Asked } from '../costs/asked.tsx'
import { CodeText } from './code-text.tsx'
import { Facts, ReceiptSection } from './receipt-section.tsx'
import { RequestAsCode } from './request-as-code.tsx'
import { type Receipt, useReceipt, useWireAnswers } from './use-receipt.ts'

/** The request and the answer as they went over the wire; they may be long, and are asked for by hand. */
export function WireSection({ receipt }: { receipt: Receipt }) {
  const words = useLateTexts().receipts
  const [isShown, setIsShown] = useState(false)
  const { sameness, endpoint, response_headers } = receipt.wire
  return (
    <ReceiptSection title={words.wire}>
      {endpoint ? (
        <p>
          {words.sameness[sameness.is]}
          {sameness.fields && ` ${words.others_in(namesOf(sameness.fields, words))}`}
        </p>
      ) : (
        <p className="text-muted">{words.no_request}</p>
      )}
      {isShown ? (
        <>
          <Bodies messageId={receipt.message_id} />
          <Received receipt={receipt} />
        </>
      ) : (
        <Button onClick={() => setIsShown(true)}>{words.show_request}</Button>
      )}
      {response_headers && Object.keys(response_headers).length > 0 && (
        <div className="space-y-1.5">
          <h4 className="font-semibold">{words.headers}</h4>
          <div className="break-all text-caption">
            <Facts
              facts={Object.entries(response_headers).map(([name, value]) => ({ name, value: <code>{value}</code> }))}
            />
          </div>
        </div>
      )}
    </ReceiptSection>
  )
}

function namesOf(fields: readonly string[], words: LateTexts['receipts']): string {
  return fields.map((name) => (name === 'conversation' ? words.conversation : name)).join(', ')
}

function Bodies({ messageId }: { messageId: string }) {
  const words = useLateTexts().receipts
  return (
    <Asked query={useReceipt(messageId, true)}>
      {({ wire: { request, endpoint, answer } }) => (
        <>
          {request && endpoint && <RequestAsCode request={request} endpoint={endpoint} />}
          {answer && <Body name={words.answer} text={JSON.stringify(answer, null, 2)} about={words.answer_about} />}
        </>
      )}
    </Asked>
  )
}

/** What came, each attempt by itself: of most answers it is one. */
function Received({ receipt: { message_id, cost } }: { receipt: Receipt }) {
  const words = useLateTexts().receipts
  return (
    <Asked query={useWireAnswers(message_id)}>
      {({ answers }) =>
        answers.length === 0 ? (
          <p className="text-muted">{words.nothing_received}</p>
        ) : (
          answers.map(({ call_id, status, bytes, text, is_cut }) => {
            const attempt = cost.calls.find(({ id }) => id === call_id)?.attempt ?? 1
            const name = answers.length === 1 ? words.received : words.received_in(attempt)
            return <Body key={call_id} name={name} text={text} about={words.received_about(status, bytes, is_cut)} />
          })
        )
      }
    </Asked>
  )
}

function Body({ name, text, about }: { name: string; text: string; about: string }) {
  const words = useLateTexts().receipts
  return (
    <div className="space-y-1.5">
      <div className="flex items-center justify-between gap-2">
        <h4 className="font-semibold">{name}</h4>
        <CopyButton text={text} label={words.copy(name)} />
      </div>
      <p className="text-caption text-muted">{about}</p>
      <CodeText label={name} text={text} />
    </div>
  )
}
