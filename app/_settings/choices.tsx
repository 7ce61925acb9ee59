import { useId, useLayoutEffect, useRef } from 'react'

interface Choice<V extends string> {
  value: V
  label: string
  about?: string
  /** Of its words, where they are in another than the page's. */
  lang?: string | undefined
}

/** One of several, each with what it means. */
export function Choices<V extends string>({
  title,
  choices,
  chosen,
  focused,
  isPlain = false,
  isDisabled = false,
  onChoose,
}: {
  title: string
  choices: readonly Choice<V>[]
  /** `null` until it is known. */
  chosen: V | null
  /** Has the focus when this comes to the page. */
  focused?: V | undefined
  /** It stands below a title that says it all. */
  isPlain?: boolean
  isDisabled?: boolean
  onChoose: (value: V) => void
}) {
  const id = useId()
  const all = useRef<HTMLFieldSetElement>(null)
  // What was pressed before the scripts of the page were there was pressed all the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is pressed after that is heard
  useLayoutEffect(() => {
    const pressed = all.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const choice = choices.find(({ value }) => value === pressed)
    if (choice && choice.value !== chosen) onChoose(choice.value)
  }, [])
  return (
    <fieldset ref={all} disabled={isDisabled}>
      <legend className={isPlain ? 'sr-only' : 'mb-1 font-semibold font-serif text-h3'}>{title}</legend>
      {choices.map(({ value, label, about, lang }) => (
        <label
          key={value}
          className="flex min-h-(--row) items-start gap-3 border-line border-b py-2 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={id}
            value={value}
            checked={chosen === value}
            // biome-ignore lint/a11y/noAutofocus: it was there before the page changed its language
            autoFocus={focused === value}
            onChange={() => onChoose(value)}
            className="mt-1 size-4 accent-(--accent-solid)"
          />
          <span lang={lang}>
            {label}
            {about && <span className="block text-caption text-muted">{about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
