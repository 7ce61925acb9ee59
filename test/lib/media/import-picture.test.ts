import { expect, test } from 'vitest'
import { importPicture } from '#lib/media/import-picture.ts'
import { type Moment, PolicyDeniedError } from '#lib/policy/policy.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { AttachmentStore } from '#lib/store/attachment-store.ts'

test('a download that the policy denies opens no address and stores nothing', async () => {
  const moments: Moment[] = []
  const policy = {
    decide(moment: Moment) {
      moments.push(moment)
      return { verdict: 'deny', reason: 'Pictures come from this house only.' } as const
    },
  }
  // A name that nothing resolves, and a store that is not there: neither is reached.
  const imported = importPicture('https://pictures.invalid/a.png', {} as AttachmentStore, {
    policy,
    principal: LOCAL_OWNER,
  })
  await expect(imported).rejects.toThrow(new PolicyDeniedError('Pictures come from this house only.'))
  const address = 'https://pictures.invalid/a.png'
  expect(moments).toEqual([{ at: 'departure', principal: LOCAL_OWNER, kind: 'download', address }])
})
