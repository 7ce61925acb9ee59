// What the transcript shows after a deed, and while an answer comes.
// As one file: `../sessions/late-parts.ts` says why.

import { Gone } from '../gone.tsx'
import { Announcer } from './announcer.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { TryAgain } from './answer-again.tsx'
import { BesideNote } from './beside-note.tsx'
import { ChatCommands } from './chat-commands.tsx'
import { EditFromBefore } from './edit-from-before.tsx'
import { EditQuestion } from './edit-question.tsx'
import { InsteadNote } from './instead-note.tsx'
import { LiveToolCard } from './live-tool-card.tsx'
import { OriginLine } from './origin-line.tsx'
import { QuestionActions } from './question-actions.tsx'
import { RefusedAnswer } from './refused-answer.tsx'
import { Silence } from './silence.tsx'
import { TurnKeys } from './turn-keys.ts'
import { WholePrint } from './whole-print.tsx'
import { Writing } from './writing.tsx'

export const PARTS = {
  Announcer,
  AnswerActions,
  BesideNote,
  ChatCommands,
  EditFromBefore,
  EditQuestion,
  Gone,
  InsteadNote,
  LiveToolCard,
  OriginLine,
  QuestionActions,
  RefusedAnswer,
  Silence,
  TryAgain,
  TurnKeys,
  WholePrint,
  Writing,
}
