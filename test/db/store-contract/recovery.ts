import { describe, expect, test } from 'vitest'
import { pathViolations } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { type EventPayload, isEndOfTurn } from '#lib/events/catalog.ts'
import { ANSWERED, chain, eventOf, messageOf, NOON, type session, toolCallOf } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testRecovery({ opened, created, withPath }: ContractStore): void {
  describe('recovery', () => {
    const FAILURE = { error_class: 'other', message: 'The server stopped before the answer was complete.' }
    const running = async (fields: Parameters<typeof session>[0] = {}) => {
      const owner = await created({ state: 'running', ...fields })
      const started = eventOf(owner, 'turn.started', { message_id: 'x', content_hash: 'y' }, { turn_id: 'turn_1' })
      await opened().commit({ session_id: owner.id, events: [started] })
      return { owner, started }
    }

    test('has nothing to do where nothing was running', async () => {
      const { owner, messages } = await withPath(2)
      const before = await opened().session(owner.id)
      expect(await opened().recover()).toEqual([])
      expect(await opened().session(owner.id)).toEqual(before)
      expect(await opened().path(owner.id)).toEqual(messages)
    })

    test('closes a partial answer with what it holds, its calls, its turn and its session; once', async () => {
      const { owner, started } = await running({ active_model: 'demo:a', pending_model: 'demo:b' })
      const partial = messageOf(owner, {
        role: 'assistant',
        metadata: { status: 'partial', turn_id: 'turn_1', model: 'demo:a' },
      })
      const [open, done] = [toolCallOf(partial), toolCallOf(partial, { status: 'succeeded', completed_at: NOON })]
      await opened().commit({
        session_id: owner.id,
        messages: chain([partial]),
        tool_calls: [open, done],
        patch: { head_id: partial.id },
      })

      expect(await opened().recover()).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: partial.id }])

      const metadata = { ...partial.metadata, status: 'error', stop_reason: 'error', error: FAILURE }
      expect(await opened().path(owner.id)).toEqual([{ ...partial, metadata }])
      const calls = await opened().toolCalls(owner.id)
      expect(calls).toEqual([{ ...open, status: 'cancelled', completed_at: calls[0]?.completed_at }, done])
      expect(calls[0]?.completed_at).not.toBeNull()
      const { pending_model: _gone, ...rest } = owner
      const after = await opened().session(owner.id)
      expect(after).toEqual({ ...rest, state: 'idle', active_model: 'demo:b', updated_at: after?.updated_at })
      const events = await opened().events(owner.id)
      const end = {
        turn_id: 'turn_1',
        parent_event_id: started.id,
        type: 'turn.failed',
        actor: 'system',
        payload: FAILURE,
      }
      expect(events).toEqual([started, expect.objectContaining(end)])

      expect(await opened().recover()).toEqual([])
      expect(await opened().session(owner.id)).toEqual(after)
      expect(await opened().events(owner.id)).toEqual(events)
    })

    test('names the turn by its first event where no answer had begun, and cancels calls that were being carried out', async () => {
      const { owner } = await running({ active_model: 'demo:a', pending_model: null })
      const answer = messageOf(owner, { role: 'assistant', metadata: ANSWERED })
      await opened().commit({ session_id: owner.id, messages: chain([answer]), tool_calls: [toolCallOf(answer)] })
      expect(await opened().recover()).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: null }])
      expect((await opened().toolCalls(owner.id)).map(({ status }) => status)).toEqual(['cancelled'])
      expect((await opened().message(owner.id, answer.id))?.message).toEqual(answer)
      expect(await opened().session(owner.id)).toMatchObject({ state: 'idle', active_model: null })
    })

    const ROUTE: EventPayload<'route.decided'> = {
      chosen_model: 'demo:a',
      mode: 'default',
      reason: 'the only one',
      estimated_input_tokens: 3,
      chain: [
        { policy: 'manual_sticky', verdict: 'rejected', model: 'demo:b', reason: 'is away' },
        { policy: 'global_default', verdict: 'chose', model: 'demo:a', reason: 'the only one' },
      ],
    }

    /** A turn that was cut off before anything of its next answer was stored, with what had been stored of it. */
    const interrupted = async (
      rest: (owner: Session, asked: Message) => Message[],
      parent_id: string | null = null,
      route = ROUTE,
    ) => {
      const owner = await created({ state: 'running', active_model: 'demo:a' })
      const asked = messageOf(owner, { metadata: { status: 'complete', turn_id: 'turn_1' } })
      const path = [asked, ...rest(owner, asked)]
      const turn = { turn_id: 'turn_1' }
      const started = eventOf(owner, 'turn.started', { message_id: asked.id, content_hash: 'y' }, turn)
      const decided = eventOf(owner, 'route.decided', route, { ...turn, parent_event_id: started.id })
      await opened().commit({
        session_id: owner.id,
        messages: chain(path, parent_id),
        tool_calls: path.flatMap((message) =>
          message.content.flatMap((block) =>
            block.type === 'tool_use' ? [toolCallOf(message, { id: block.id })] : [],
          ),
        ),
        events: [started, decided],
        patch: { head_id: path.at(-1)?.id ?? null },
      })
      return { owner, path, events: [started, decided] }
    }
    const callOf = (owner: Session) =>
      messageOf(owner, {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `tu_${owner.id}`, name: 'calculator', input: {} }],
        metadata: { ...ANSWERED, turn_id: 'turn_1' },
      })

    test.each([
      ['before its first word', () => [], FAILURE.message],
      [
        'between a call and its result',
        (owner: Session) => [callOf(owner)],
        `${FAILURE.message} Not every tool call has its result.`,
      ],
    ])(
      'gives a turn that was cut off %s an answer that says so, at the end of its path; once',
      async (_, rest, words) => {
        const { owner, path, events } = await interrupted(rest)

        const [recovered, ...more] = await opened().recover()

        expect(more).toEqual([])
        const answer = (await opened().path(owner.id)).at(-1) as Message
        expect(recovered).toEqual({ session_id: owner.id, turn_id: 'turn_1', message_id: answer.id })
        const error = { error_class: 'other', message: words }
        const routing = {
          mode: 'default',
          chosen_model: 'demo:a',
          reason: 'the only one',
          alternatives_considered: ['demo:b'],
        }
        const said = { model: 'demo:a', provider: 'demo', routing, status: 'error', stop_reason: 'error' }
        expect(answer).toEqual({
          ...messageOf(owner),
          id: answer.id,
          role: 'assistant',
          content: [],
          metadata: { ...said, turn_id: 'turn_1', error },
          created_at: answer.created_at,
        })
        expect(await opened().path(owner.id)).toEqual([...path, answer])
        expect(await opened().head(owner.id)).toBe(answer.id)
        expect((await opened().toolCalls(owner.id)).map(({ status }) => status)).toEqual(
          path.slice(1).map(() => 'cancelled'),
        )
        expect((await opened().session(owner.id))?.state).toBe('idle')
        const stored = await opened().events(owner.id)
        expect(stored.slice(0, -1)).toEqual(events)
        expect(stored.at(-1)).toMatchObject({ type: 'turn.failed', turn_id: 'turn_1', payload: error })
        expect(pathViolations(await opened().path(owner.id))).toEqual([])

        expect(await opened().recover()).toEqual([])
        expect(await opened().path(owner.id)).toEqual([...path, answer])
        expect(await opened().events(owner.id)).toEqual(stored)
      },
    )

    test('gives a turn that has an unfinished answer no other one, and ends that one though the turn had ended', async () => {
      const { owner, path, events } = await interrupted(() => [])
      const partial = messageOf(owner, { role: 'assistant', metadata: { status: 'partial', turn_id: 'turn_1' } })
      const add = (messages: Message[]) =>
        opened().commit({ session_id: owner.id, messages: chain(messages, path[0]?.id) })
      await add([partial])
      expect(await opened().recover()).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: partial.id }])
      expect((await opened().path(owner.id, partial.id)).map(({ id }) => id)).toEqual([path[0]?.id, partial.id])
      const stored = await opened().events(owner.id)
      expect(stored.slice(0, -1)).toEqual(events)

      const late = messageOf(owner, { role: 'assistant', metadata: { status: 'partial', turn_id: 'turn_1' } })
      await add([late])
      expect(await opened().recover()).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: late.id }])
      expect((await opened().message(owner.id, late.id))?.message.metadata).toMatchObject({ status: 'error' })
      expect(await opened().events(owner.id)).toEqual(stored)
    })

    test('names no provider where the name of the model that was chosen has none', async () => {
      const { owner } = await interrupted(() => [], null, { ...ROUTE, chosen_model: 'nameless' })
      await opened().recover()
      const answer = (await opened().path(owner.id)).at(-1)
      expect(answer?.metadata).toMatchObject({ model: 'nameless', provider: null })
    })

    test('puts the answer under the last result where the calls had been carried out', async () => {
      const { owner, path } = await interrupted((of) => [callOf(of)])
      const [, asked] = path as [Message, Message]
      const id = `tu_${owner.id}`
      const result = messageOf(owner, {
        role: 'tool',
        content: [{ type: 'tool_result', tool_use_id: id, content: [], is_error: false }],
        metadata: { status: 'complete', parent_tool_use_id: id, turn_id: 'turn_1' },
      })
      await opened().commit({
        session_id: owner.id,
        messages: [{ message: result, parent_id: asked.id }],
        tool_calls: [toolCallOf(asked, { id, status: 'succeeded', result_message_id: result.id, completed_at: NOON })],
        patch: { head_id: result.id },
      })
      await opened().recover({ session_ids: [owner.id], failure: 'The disk was full.' })
      const after = await opened().path(owner.id)
      expect(after.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
      expect(after.at(-1)?.metadata.error).toEqual({ error_class: 'other', message: 'The disk was full.' })
      expect((await opened().toolCalls(owner.id)).map(({ status }) => status)).toEqual(['succeeded'])
      expect(pathViolations(after)).toEqual([])
    })

    test('leaves the active path alone where it has gone to another branch, and sorts the answer after that', async () => {
      const { owner, path } = await interrupted(() => [])
      const other = [messageOf(owner), messageOf(owner)] as [Message, Message]
      await opened().commit({ session_id: owner.id, messages: chain(other), patch: { head_id: other[1].id } })
      const [recovered] = await opened().recover()
      expect(await opened().path(owner.id)).toEqual(other)
      const answer = recovered?.message_id ?? ''
      expect(answer > other[1].id).toBe(true)
      expect((await opened().path(owner.id, answer)).map(({ id }) => id)).toEqual([path[0]?.id, answer])
    })

    test('ends many sessions at once, each with its own answer, also when two recoveries begin together', async () => {
      const sessions = await Promise.all([1, 2, 3].map(() => interrupted(() => [])))
      const both = await Promise.all([opened().recover(), opened().recover()])
      expect(both.map((recovered) => recovered.length).sort()).toEqual([0, 3])
      for (const { owner, path } of sessions) {
        const after = await opened().path(owner.id)
        expect(after.map(({ id }) => id)).toEqual([path[0]?.id, after.at(-1)?.id])
        expect(after.at(-1)?.metadata.error).toEqual(FAILURE)
        expect((await opened().events(owner.id)).filter(isEndOfTurn)).toHaveLength(1)
      }
    })

    test('says nothing of a model where the decision is not known', async () => {
      const owner = await created({ state: 'running' })
      const asked = messageOf(owner, { metadata: { turn_id: 'turn_1' } })
      const started = eventOf(owner, 'turn.started', { message_id: asked.id, content_hash: 'y' }, { turn_id: 'turn_1' })
      const patch = { head_id: asked.id }
      await opened().commit({ session_id: owner.id, messages: chain([asked]), events: [started], patch })
      await opened().recover()
      const answer = (await opened().path(owner.id)).at(-1)
      expect(answer?.metadata).toMatchObject({ model: null, provider: null, routing: null, error: FAILURE })
    })

    test('gives a turn that has ended no second end', async () => {
      const { owner } = await running()
      const ended = eventOf(owner, 'turn.cancelled', { message_id: null }, { turn_id: 'turn_1' })
      await opened().commit({ session_id: owner.id, events: [ended] })
      expect(await opened().recover()).toEqual([])
      expect(await opened().session(owner.id)).toMatchObject({ state: 'idle' })
      expect((await opened().events(owner.id)).map(({ type }) => type)).toEqual(['turn.started', 'turn.cancelled'])
    })

    test('of one session leaves the others alone, and says what came to grief', async () => {
      const { owner } = await running()
      const other = await running()
      const partials = [owner, other.owner].map((of) =>
        messageOf(of, { role: 'assistant', metadata: { status: 'partial', turn_id: 'turn_1' } }),
      )
      for (const partial of partials)
        await opened().commit({ session_id: partial.session_id, messages: chain([partial]) })
      const before = await opened().session(other.owner.id)

      const recovered = await opened().recover({ session_ids: [owner.id], failure: 'Try again.' })

      expect(recovered).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: partials[0]?.id }])
      expect((await opened().message(owner.id, partials[0]?.id ?? ''))?.message.metadata).toMatchObject({
        status: 'error',
        error: { error_class: 'other', message: 'Try again.' },
      })
      expect((await opened().events(owner.id)).at(-1)?.payload).toMatchObject({ message: 'Try again.' })
      expect(await opened().session(other.owner.id)).toEqual(before)
      expect((await opened().message(other.owner.id, partials[1]?.id ?? ''))?.message).toEqual(partials[1])
      expect(await opened().events(other.owner.id)).toEqual([other.started])
    })

    test('takes sessions that ran without a trace and partial answers of idle sessions along', async () => {
      const silent = await created({ state: 'running' })
      const idle = await created()
      const partials = [1, 2, 3, 4, 5, 6, 7, 8].map(() =>
        messageOf(idle, { role: 'assistant', metadata: { status: 'partial' } }),
      )
      await opened().commit({ session_id: idle.id, messages: chain(partials) })
      expect(await opened().recover()).toEqual([
        { session_id: silent.id, turn_id: null, message_id: null },
        ...partials.map(({ id }) => ({ session_id: idle.id, turn_id: null, message_id: id })),
      ])
      const stored = (await opened().events(idle.id)).map(({ id }) => id)
      expect(stored).toHaveLength(partials.length)
      // Each is after the one before, though all were made in one moment.
      expect(stored).toEqual([...stored].sort())
      const made = await opened().events(idle.id)
      expect(made.map(({ type }) => type)).toEqual(partials.map(() => 'turn.failed'))
    })
  })
}
