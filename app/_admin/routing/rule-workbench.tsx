'use client'

import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorWords } from '../../_client/error-words.ts'
import {
  conflictIn,
  type RoutingRulesOf,
  type RuleNote,
  useCheckedRules,
  useSavingRules,
} from '../../_client/use-routing.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Segments } from '../../_ui/segments.tsx'
import { Labelled } from '../labelled.tsx'
import { DryRuns } from './dry-runs.tsx'
import { RuleConflict } from './rule-conflict.tsx'
import { goToLine, RuleEditor } from './rule-editor.tsx'
import { RuleExamples } from './rule-examples-list.tsx'
import { RuleNotes } from './rule-notes.tsx'
import { useRulesDraft } from './use-rules-draft.ts'

/** With what reads and writes YAML, for whoever asks for it. */
const RuleForm = lazy(async () => ({ default: (await import('./rule-form.tsx')).RuleForm }))

/** So long nothing is typed before the text is looked at. */
const REST_MS = 400

/** The rules as they are written: looked at as one types, tried, and saved with a reason. */
export function RuleWorkbench({
  current,
  history,
  onSaid,
}: {
  current: RoutingRulesOf
  history: RoutingRulesOf['history']
  onSaid: (words: string) => void
}) {
  const texts = useTexts()
  const words = useAdminTexts().routing
  const draft = useRulesDraft(current)
  const { text, based_on, isChanged, isKept } = draft
  const field = useRef<HTMLTextAreaElement>(null)
  const notesId = useId()
  const looked = useRested(text)
  const { data: checked, isError } = useCheckedRules(looked)
  const isOfThis = looked === text && checked !== undefined
  const { faults = [], hints = [] } = (isOfThis && checked) || {}
  const save = useSavingRules()
  const [note, setNote] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [view, setView] = useState<'text' | 'form'>('text')

  /** Lines are in the text alone. */
  function goTo(note: RuleNote) {
    flushSync(() => setView('text'))
    if (field.current) goToLine(field.current, note)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(null)
    onSaid('')
    const [fault] = faults
    if (fault) return goTo(fault)
    setSaving(true)
    try {
      const { version } = await save({ text, note: note.trim(), based_on })
      draft.discard()
      setNote('')
      onSaid(words.saved(version))
    } catch (error) {
      // What the other one saved is shown by itself.
      if (conflictIn(error) === null) setRefusal(errorWords(texts, error))
    }
    setSaving(false)
  }

  return (
    <section aria-label={words.editor} className="max-w-[60rem]">
      {text.trim() === '' && <RuleExamples onInsert={draft.write} />}
      <div className="mb-3">
        <Segments
          label={words.view}
          options={[
            { value: 'text', label: words.as_text },
            { value: 'form', label: words.as_form },
          ]}
          chosen={view}
          onChoose={setView}
        />
      </div>
      {view === 'text' ? (
        <RuleEditor
          label={words.editor}
          text={text}
          faults={faults}
          hints={hints}
          describedBy={notesId}
          field={field}
          onChange={draft.write}
        />
      ) : (
        <Suspense>
          <RuleForm text={text} notes={faults} onChange={draft.write} />
        </Suspense>
      )}
      <RuleNotes
        id={notesId}
        state={isOfThis ? 'checked' : isError ? 'failed' : 'checking'}
        faults={faults}
        hints={hints}
        onGoTo={goTo}
      />
      {isChanged && based_on !== current.version && (
        <RuleConflict current={current} saved={history[0]} text={text} onTake={draft.discard} onKeep={draft.rebase} />
      )}
      {isChanged && (
        <form onSubmit={(event) => void submit(event)} className="mt-4 max-w-[36rem] space-y-3">
          <p className="text-muted text-small">{isKept ? words.unsaved : words.unsaved_lost}</p>
          <Labelled label={words.note} hint={words.note_hint}>
            {(id) => (
              <input
                id={id}
                dir="auto"
                maxLength={500}
                autoComplete="off"
                value={note}
                onChange={(event) => setNote(event.target.value)}
                className={FIELD}
              />
            )}
          </Labelled>
          <p role="alert" className="text-danger text-small [overflow-wrap:anywhere] empty:hidden">
            {refusal}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              disabled={isSaving || based_on !== current.version}
              className="pointer-coarse:min-h-11"
            >
              {isSaving ? words.saving : words.save}
            </Button>
            <Button onClick={draft.discard} className="pointer-coarse:min-h-11">
              {words.discard}
            </Button>
          </div>
        </form>
      )}
      <DryRuns text={text} isFaulty={faults.length > 0} />
    </section>
  )
}

/** A text as it was when nobody had typed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
