'use client'

import { groupTurns } from '../../_content/turn-group.ts'
import { useFork } from '../branches/use-fork.ts'
import { useCommand } from '../commands/use-command.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { copiedText } from './copied-text.ts'
import { saidAgain } from './said-again.ts'
import { useAskAnew, useIsBusy } from './use-ask-anew.ts'

/** What can be done with the end of the chat by name, wherever in it one reads. */
export function ChatCommands() {
  const live = useLive()
  const turns = groupTurns(useSessionState((state) => state.tree.path))
  const last = turns.at(-1)
  const askAnew = useAskAnew()
  const isBusy = useIsBusy()
  const fork = useFork()
  const refuse = (refused: unknown) => live.update((state) => ({ ...state, refused }))
  const question = last?.question
  const content = question && saidAgain(question.content)
  const answer = last?.answers.at(-1)
  const answers = turns.findLast((turn) => turn.answers.length > 0)?.answers
  useCommand('copy_answer', answers ? () => void navigator.clipboard.writeText(copiedText(answers)) : null)
  useCommand('answer_again', question && content && !isBusy ? () => void askAnew(question, content) : null)
  useCommand('fork_chat', answer && !isBusy ? () => void fork(answer).catch(refuse) : null)
  return null
}
