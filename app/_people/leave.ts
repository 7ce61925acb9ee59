import { leaving } from '../_client/page-person.ts'
import { request } from '../_client/use-api.ts'
import { forgetAll } from './forget.ts'

/** Signs out this browser, or all of the person; what this one keeps goes, and the sign-in is shown. Throws what the server says. */
export async function leave({ everywhere }: { everywhere: boolean }): Promise<void> {
  leaving(true)
  try {
    await request('POST', '/api/sign-out', { body: { everywhere } })
  } catch (error) {
    leaving(false)
    throw error
  }
  await forgetAll()
  location.assign('/sign-in')
}
