import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChatAnswer } from '#app/_chat/transcript/chat-answer.tsx'
import { QuestionView } from '#app/_content/question-view.tsx'
import { unreadableMessage } from '#lib/canonical/unreadable.ts'

const place = { id: 'M1', session_id: 'S1', created_at: '2026-05-08T12:00:00.000000Z', schema_version: 1 }
const WORDS =
  'This message cannot be read: it is damaged where it is stored. It is kept there as it is, and models do not see it.'

test('a damaged answer says what it is, and nothing of an error of its model', () => {
  const { content, metadata } = unreadableMessage({ ...place, role: 'assistant' })
  render(<ChatAnswer id="M1" content={content} metadata={metadata} live={false} thinking={null} />)
  expect(screen.getByRole('article', { name: 'Answer' }).textContent).toBe(WORDS)
})

test('a damaged question says what it is', () => {
  render(<QuestionView message={unreadableMessage({ ...place, role: 'user' })} />)
  expect(screen.getByRole('article', { name: 'You' }).textContent).toBe(WORDS)
})
