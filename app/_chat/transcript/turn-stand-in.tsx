import { useTexts } from '../../_texts/texts.ts'
/** The room of a turn whose messages are on their way. */
export function TurnStandIn({ height }: { height: number }) {
  const words = useTexts().transcript
  return (
    <>
      <div aria-hidden="true" className="flex flex-col gap-6 print:hidden" style={{ height }}>
        <div className="h-13 shrink-0 rounded-card bg-sunken" />
        <div className="min-h-0 flex-1 rounded-card border border-line" />
      </div>
      <p className="hidden text-muted print:block">{words.not_loaded}</p>
    </>
  )
}
