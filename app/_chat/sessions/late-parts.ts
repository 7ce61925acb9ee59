/*
 * What the list of chats shows after a deed. The late parts of a place come in one file: they are small, and for each file of its
 * own a browser asks, waits and compiles again. Forty of them kept all its processes busy for a second behind each first screen.
 */

import { KeyHint } from '../commands/key-hint.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { FolderList } from './folder-list.tsx'
import { LabelActions } from './label-actions.tsx'
import { PartList } from './part-list.tsx'
import { TitleField } from './title-field.tsx'
import { UndoBar } from './undo-bar.tsx'

export const PARTS = {
  ChatMenu,
  FolderList,
  KeyHint,
  LabelActions,
  PartList,
  TitleField,
  UndoBar,
}
