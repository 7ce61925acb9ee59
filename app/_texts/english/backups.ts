import { format, plural } from './format.ts'

const moment = (iso: string) => format.moment(new Date(iso))

/** Backups of everything, for whoever runs the installation. */
export const backups = {
  title: 'Backups',
  about:
    'A backup holds all chats, people and settings, and the uploads. It is a folder on the server, read again when it was written, and put back by npm run restore.',
  secret: {
    environment: 'METIS_SECRET is not in it: keep it elsewhere, for without it the stored keys must be pasted again.',
    file: 'The file “secret” is not in it: keep a copy elsewhere, for without it the stored keys must be pasted again.',
  },
  latest: 'Last backup',
  latest_is: (at: string, bytes: number, uploads: number) =>
    `${moment(at)}, ${format.size(bytes)} with ${plural(uploads, '1 upload', `${format.count(uploads)} uploads`)}`,
  none: 'There is none yet.',
  next: 'Next backup',
  next_is: (at: string, keep: number | null) =>
    `${moment(at)}${keep === null ? '' : `; ${plural(keep, 'the newest one is kept', `the newest ${format.count(keep)} are kept`)}`}`,
  by_hand: 'Only when somebody begins one. METIS_BACKUP_EVERY=24h makes one each day.',
  folder: 'Folder',
  now: 'Back up now',
  running: 'Writing a backup…',
  missing: (uploads: number) =>
    `${plural(uploads, '1 upload was', `${format.count(uploads)} uploads were`)} missing or damaged on the server, and not in the last backup.`,
  failed: (at: string, reason: string) => `The try of ${moment(at)} failed: ${reason}`,
}
