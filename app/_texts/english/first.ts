import { chats } from './chats.ts'
import { composer } from './composer.ts'
import { content } from './content.ts'
import { failures } from './failures.ts'
import { format } from './format.ts'
import { models } from './models.ts'
import { page } from './page.ts'
import { transcript } from './transcript.ts'

export const english = { format, page, composer, models, chats, transcript, content, failures }
