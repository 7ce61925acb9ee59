'use client'

import { useState } from 'react'
import { productName } from '#lib/import/product.ts'
import { type ImportChanges, type ListedImport, useImport } from '../_client/use-imports.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Question } from '../_ui/question.tsx'
import { type Chosen, ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'

/** One file that was given: what it is, how far it is, and what can be done with it. */
export function ImportCard({ given, changes }: { given: ListedImport; changes: ImportChanges }) {
  const { format } = useTexts()
  const words = useLateTexts().imports
  const { id, state, source, file_name, byte_size } = given
  const product = source && productName(source)
  const name = source === null ? words.unknown_source : product ? words.from_product(product) : words.from_metis
  return (
    <article aria-label={name}>
      <h3 className="font-semibold font-serif text-h3">{name}</h3>
      <p dir="auto" className="break-all text-caption text-muted">
        {file_name === null ? format.size(byte_size) : words.from_file(file_name, format.size(byte_size))}
      </p>
      {(state === 'reading' || state === 'applying' || state === 'undoing') && <Progress given={given} />}
      {state === 'applying' && (
        <Button onClick={() => void changes.remove(id)} className="pointer-coarse:min-h-11">
          {words.stop_and_undo}
        </Button>
      )}
      {state === 'ready' && <Ready given={given} changes={changes} />}
      {state === 'failed' && <Failed given={given} changes={changes} />}
      {state === 'applied' && <Applied given={given} name={name} changes={changes} />}
      {state === 'undone' && (
        <>
          <p role="status" className="my-2">
            {words.undone}
          </p>
          <Button
            aria-label={words.remove_of(name)}
            onClick={() => void changes.remove(id)}
            className="pointer-coarse:min-h-11"
          >
            {words.remove}
          </Button>
        </>
      )}
    </article>
  )
}

function Progress({ given: { state, progress } }: { given: ListedImport }) {
  const words = useLateTexts().imports
  const { done, of } = progress
  const said =
    state === 'reading' ? words.reading : state === 'applying' ? words.applying(done, of) : words.undoing(done, of)
  return (
    <div className="my-2">
      <progress
        aria-label={said}
        max={of || 1}
        value={of === 0 ? undefined : done}
        className="h-2 w-full accent-(--accent-solid)"
      />
      <p className="text-ink-soft tabular-nums">{said}</p>
    </div>
  )
}

function Ready({ given, changes }: { given: ListedImport; changes: ImportChanges }) {
  const words = useLateTexts().imports
  const detail = useImport(given)
  const [choices, setChoices] = useState<Chosen>({ conflicts: 'skip', settings: false })
  const { id, chats, presets, has_settings } = given
  const isSomething = chats.new + chats.taken + chats.conflict + presets > 0 || has_settings
  return (
    <>
      <ImportPreview given={given} detail={detail} choices={choices} onChoose={setChoices} />
      <div className="mt-4 flex flex-wrap gap-2">
        {isSomething && (
          <Button variant="primary" onClick={() => void changes.apply(id, choices)} className="pointer-coarse:min-h-11">
            {words.apply}
          </Button>
        )}
        <Button onClick={() => void changes.remove(id)} className="pointer-coarse:min-h-11">
          {words.throw_away}
        </Button>
      </div>
    </>
  )
}

function Failed({ given, changes }: { given: ListedImport; changes: ImportChanges }) {
  const words = useLateTexts().imports
  const { id, failure, created } = given
  return (
    <>
      <p role="alert" className="my-2 max-w-[42em] break-words text-danger">
        {words.failed} {failure && words.failures[failure.code](failure.message)}
      </p>
      {created.chats > 0 && <p className="my-2">{words.created(created.chats)}</p>}
      <div className="flex flex-wrap gap-2">
        {failure?.during === 'applying' && failure.code !== 'file_gone' && (
          <Button onClick={() => void changes.apply(id, {})} className="pointer-coarse:min-h-11">
            {words.go_on}
          </Button>
        )}
        <Button onClick={() => void changes.remove(id)} className="pointer-coarse:min-h-11">
          {created.chats > 0 ? words.undo_now : words.throw_away}
        </Button>
      </div>
    </>
  )
}

function Applied({ given, name, changes }: { given: ListedImport; name: string; changes: ImportChanges }) {
  const words = useLateTexts().imports
  const detail = useImport(given)
  const [isAsked, setAsked] = useState(false)
  const { id, created } = given
  const changed = detail?.changed.length ?? 0
  return (
    <>
      <ImportResult given={given} detail={detail} />
      {isAsked ? (
        <>
          <Question
            label={words.undo_of(name)}
            words={words.undo_sure(Math.max(0, created.chats + created.kept - changed))}
            keep={words.undo_keep}
            sure={words.undo_now}
            onKeep={() => setAsked(false)}
            onSure={() => void changes.remove(id)}
          />
          {detail && changed > 0 && (
            <div className="mt-3">
              <p>{words.undo_changed(changed)}</p>
              <ul className="my-1 list-disc ps-6">
                {detail.changed.map((chat) => (
                  <li key={chat.id} dir="auto" className="break-words">
                    {chat.title ?? words.untitled}
                  </li>
                ))}
              </ul>
              <Button
                variant="danger"
                onClick={() => void changes.remove(id, 'delete')}
                className="pointer-coarse:min-h-11"
              >
                {words.undo_even_changed}
              </Button>
            </div>
          )}
        </>
      ) : (
        <Button
          aria-label={words.undo_of(name)}
          onClick={() => setAsked(true)}
          className="mt-3 pointer-coarse:min-h-11"
        >
          {words.undo}
        </Button>
      )}
    </>
  )
}
