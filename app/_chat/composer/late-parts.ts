// What the message field shows after a deed, and what stands by it at times.
// As one file: `../sessions/late-parts.ts` says why.

import { BudgetNotice } from '../budget-notice.tsx'
import { StorageNotice } from '../storage-notice.tsx'
import { AllGoes } from '../switching/all-goes.tsx'
import { Decided } from '../switching/decided.tsx'
import { AttachmentTray } from './attachment-tray.tsx'
import { ContextMeter } from './context-meter.tsx'
import { OneTimeModel } from './one-time-model.tsx'
import { PastedPicture } from './pasted-picture.tsx'
import { PictureWays } from './picture-ways.tsx'
import { QueueView } from './queue-view.tsx'
import { SaidAfterAll } from './said-after-all.tsx'
import { SendError } from './send-error.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { suggestionsFor } from './suggestions-for.ts'

export const PARTS = {
  AllGoes,
  AttachmentTray,
  BudgetNotice,
  ContextMeter,
  Decided,
  OneTimeModel,
  PastedPicture,
  PictureWays,
  QueueView,
  SaidAfterAll,
  SendError,
  StorageNotice,
  SuggestionList,
  suggestionsFor,
}
