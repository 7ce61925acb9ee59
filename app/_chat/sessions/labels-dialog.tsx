'use client'

import { useId, useState } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { errorWords } from '../../_client/error-words.ts'
import { useLabels } from '../../_client/use-labels.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'

const LONGEST = 60
const MOST_TAGS = 20

/** The folder and the tags of a chat, with those that others have to choose from. */
export function LabelsDialog({
  session,
  onSave,
  onClose,
}: {
  session: SessionSummary
  onSave: (place: { folder: string | null; tags: string[] }) => Promise<void>
  onClose: () => void
}) {
  const texts = useTexts()
  const words = useLateTexts().labels
  const { data: known } = useLabels()
  const [folder, setFolder] = useState(session.folder ?? '')
  const [tags, setTags] = useState<readonly string[]>(session.tags)
  const [tag, setTag] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()

  function withTag(): readonly string[] {
    const name = tag.trim()
    return name === '' || tags.includes(name) ? tags : [...tags, name]
  }

  async function save() {
    try {
      await onSave({ folder: folder.trim() || null, tags: [...withTag()] })
    } catch (error) {
      setProblem(error instanceof Error ? errorWords(texts, error) : words.not_kept)
    }
  }

  return (
    <Dialog label={words.title} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 className="font-semibold font-serif text-h3">{words.title}</h2>
        <div>
          <label htmlFor={`${id}-folder`} className={LABEL}>
            {words.folder}
          </label>
          <input
            id={`${id}-folder`}
            autoFocus
            autoComplete="off"
            dir="auto"
            list={`${id}-folders`}
            value={folder}
            maxLength={LONGEST}
            placeholder={words.none}
            onChange={(event) => setFolder(event.target.value)}
            className={FIELD}
          />
          <Names id={`${id}-folders`} names={known?.folders} />
        </div>
        <div>
          <label htmlFor={`${id}-tag`} className={LABEL}>
            {words.tags}
          </label>
          {tags.length > 0 && (
            <ul className="mb-2 flex flex-wrap gap-1.5">
              {tags.map((name) => (
                <li
                  key={name}
                  className="flex max-w-full items-center rounded-control border border-line-strong bg-surface ps-2.5 text-small"
                >
                  <span className="truncate" dir="auto">
                    {name}
                  </span>
                  <IconButton
                    icon="close"
                    size={12}
                    label={words.remove(name)}
                    className="size-7! pointer-coarse:size-11!"
                    onClick={() => {
                      setTags(tags.filter((other) => other !== name))
                      document.getElementById(`${id}-tag`)?.focus()
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <input
              id={`${id}-tag`}
              autoComplete="off"
              dir="auto"
              list={`${id}-tags`}
              value={tag}
              maxLength={LONGEST}
              disabled={tags.length >= MOST_TAGS}
              onChange={(event) => setTag(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || tag.trim() === '') return
                event.preventDefault()
                setTags(withTag())
                setTag('')
              }}
              className={FIELD}
            />
            <Button
              disabled={tag.trim() === ''}
              onClick={() => {
                setTags(withTag())
                setTag('')
              }}
            >
              {words.add}
            </Button>
          </div>
          <Names id={`${id}-tags`} names={known?.tags} />
        </div>
        {problem && (
          <p role="alert" className="text-danger text-small">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="primary">
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Names({ id, names = [] }: { id: string; names: readonly { name: string }[] | undefined }) {
  return (
    <datalist id={id}>
      {names.map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

const LABEL = 'mb-1 block font-semibold text-muted text-small'
const FIELD =
  'min-h-(--row) w-full min-w-0 rounded-control border border-line-control bg-raised px-2.5 text-base disabled:bg-surface md:text-ui'
