'use client'

import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Model } from '#lib/api/model.ts'
import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { effortAt, effortLabel } from './effort-label.ts'
import { type NumberRange, readNumber } from './number-range.ts'

const LABEL = 'block pb-1 font-semibold text-caption text-muted'
const PLAIN = 'pt-1 text-caption'
const NOTE = `${PLAIN} text-muted`
const FIELD =
  'block w-full rounded-control border border-line-control bg-canvas px-2.5 text-base outline-none focus-visible:border-accent disabled:opacity-45 md:text-ui'

export function EffortField({
  value,
  model,
  onPick,
}: {
  value: ReasoningEffort | null
  model: Model | undefined
  onPick: (effort: ReasoningEffort | null) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().panels
  const { effort: current, note } = effortAt(texts, value, model)
  const name = useId()
  const efforts = model?.efforts ?? []
  return (
    <fieldset>
      <legend className={LABEL}>{words.reasoning_effort}</legend>
      {efforts.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {[null, ...efforts].map((effort) => (
            <label
              key={effort}
              className="inline-flex h-9 items-center rounded-control border border-line-control px-2.5 text-ui hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-coarse:h-11"
            >
              <input
                type="radio"
                name={name}
                checked={effort === current}
                onChange={() => onPick(effort)}
                className="sr-only"
              />
              {effortLabel(texts, effort)}
            </label>
          ))}
        </div>
      )}
      {note !== null && <p className={NOTE}>{note}</p>}
    </fieldset>
  )
}

interface NumberProps {
  label: string
  range: NumberRange
  note: string
  disabled?: boolean
}

/** What is no such number is said, and not taken over. */
export function NumberField({
  value,
  onCommit,
  ...props
}: NumberProps & { value: number | null; onCommit: (value: number | null) => void }) {
  const { format } = useTexts()
  const [text, setText] = useText(value === null ? '' : format.typed(value))
  const number = readNumber(text, props.range)
  const commit = useCommit(number, value, number !== undefined, (read) => read !== undefined && onCommit(read))
  return <NumberInput {...props} text={text} onText={setText} onBlur={commit} />
}

/** The same without a will of its own: whoever shows it reads what is typed. */
export function NumberInput({
  label,
  range,
  note,
  disabled = false,
  text,
  onText,
  onBlur,
}: NumberProps & { text: string; onText: (text: string) => void; onBlur?: () => void }) {
  const id = useId()
  const words = useLateTexts().panels
  const isValid = readNumber(text, range) !== undefined
  return (
    <div>
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <input
        id={id}
        inputMode={range.step < 1 ? 'decimal' : 'numeric'}
        autoComplete="off"
        placeholder={words.default}
        value={text}
        disabled={disabled}
        aria-invalid={!isValid}
        aria-describedby={`${id}-note`}
        onChange={(event) => onText(event.target.value)}
        onBlur={onBlur}
        className={`${FIELD} h-9 aria-invalid:border-danger pointer-coarse:h-11`}
      />
      <p id={`${id}-note`} className={isValid ? NOTE : `${PLAIN} text-danger`}>
        {isValid ? note : words.between(range.min, range.max)}
      </p>
    </div>
  )
}

interface SwitchProps {
  value: boolean
  note: string | null
  onChange: (on: boolean) => void
}

export function ToolsField(props: SwitchProps) {
  return <Switch {...props} label={useLateTexts().panels.offer_tools} />
}

/** Whether another model may answer where the one that was chosen does not. */
export function FallbackField(props: Omit<SwitchProps, 'note'>) {
  const words = useLateTexts().panels
  return <Switch {...props} label={words.fallback} note={words.fallback_about} />
}

function Switch({ label, value, note, onChange }: SwitchProps & { label: string }) {
  return (
    <div>
      <label className="flex min-h-9 items-center gap-2.5 text-ui pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-accent-solid"
        />
        {label}
      </label>
      {note !== null && <p className={NOTE}>{note}</p>}
    </div>
  )
}

export function PromptField({ value, onCommit }: { value: string; onCommit: (prompt: string) => void }) {
  const words = useLateTexts().panels
  const [text, setText] = useText(value)
  const commit = useCommit(text, value, true, onCommit)
  return <PromptInput text={text} about={words.system_prompt_about} onText={setText} onBlur={commit} />
}

/** The same without a will of its own. */
export function PromptInput({
  text,
  about,
  onText,
  onBlur,
}: {
  text: string
  about: string
  onText: (text: string) => void
  onBlur?: () => void
}) {
  const id = useId()
  const words = useLateTexts().panels
  return (
    <div>
      <label htmlFor={id} className={LABEL}>
        {words.system_prompt}
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={100_000}
        dir="auto"
        value={text}
        placeholder={about}
        onChange={(event) => onText(event.target.value)}
        onBlur={onBlur}
        className={`${FIELD} resize-y py-2`}
      />
    </div>
  )
}

/** What is typed. A value that comes from elsewhere takes its place where nothing was typed since. */
function useText(value: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, from: value })
  if (typed.from !== value) setTyped({ text: typed.text === typed.from ? value : typed.text, from: value })
  return [typed.text, (text) => setTyped({ text, from: value })]
}

const REST_MS = 600

/**
 * Takes over what was typed once the person rests, and at once where the field goes: nothing typed is lost by closing. What
 * it returns does so when the person goes on to something else.
 */
function useCommit<T>(typed: T, value: unknown, isValid: boolean, onCommit: (value: T) => void): () => void {
  const commit = () => {
    if (isValid && typed !== value) onCommit(typed)
  }
  const late = useEffectEvent(commit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke begins the rest anew
  useEffect(() => {
    const timer = setTimeout(late, REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => late(), [])
  return commit
}
