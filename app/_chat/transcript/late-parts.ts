// What the transcript shows after a deed, and while an answer comes.
// As one file: `../sessions/late-parts.ts` says why.

import { Gone } from '../gone.tsx'
import { Announcer } from './announcer.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { BesideNote } from './beside-note.tsx'
import { ChatCommands } from './chat-commands.tsx'
import { EditFromBefore } from './edit-from-before.tsx'
import { EditQuestion } from './edit-question.tsx'
import { InsteadNote } from './instead-note.tsx'
import { LiveToolCard } from './live-tool-card.tsx'
import { OriginLine } from './origin-line.tsx'
import { QuestionActions } from './question-actions.tsx'
import { Silence } from './silence.tsx'
import { TurnKeys } from './turn-keys.ts'
import { WaysOn } from './ways-on.tsx'
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
  Silence,
  TurnKeys,
  WaysOn,
  WholePrint,
  Writing,
}
