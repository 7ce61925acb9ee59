// What covers a conversation.
// As one file: `sessions/late-parts.ts` says why.

import { BranchMap } from './branches/branch-map.tsx'
import { CostDialog } from './costs/cost-dialog.tsx'
import { ReceiptDialog } from './receipt/receipt-dialog.tsx'
import { SwitchDialog } from './switching/switch-dialog.tsx'

export const DIALOGS = {
  BranchMap,
  CostDialog,
  ReceiptDialog,
  SwitchDialog,
}
