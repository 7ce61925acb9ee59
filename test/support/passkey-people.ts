import type { Asking } from '#lib/people/challenges.ts'
import type { SignedIn } from '#lib/people/sign-in.ts'
import type { PasskeyDevice, Quirks } from './passkey-device.ts'
import { HERE, PASSWORD, startPeople } from './people.ts'

/** A browser, by the name that the server has given it. */
export const browser = (name: string | null = null): Asking => ({ ...HERE, browser: name })

/** People as `startPeople` has them, with an owner who is signed in, and what they do with passkeys. */
export async function startPasskeys() {
  const world = await startPeople()
  await world.owner()
  const { passkeys, people, signIn } = world
  if (!passkeys) throw new Error('there are no passkeys under this address')

  async function found(token: string): Promise<SignedIn> {
    const who = await signIn.find(token, HERE)
    if (!who) throw new Error('nobody is signed in')
    return who
  }
  const signedIn = async () =>
    await found((await signIn.begin({ email: 'owner@example.org', password: PASSWORD }, HERE, null)).token)
  const owner = await signedIn()

  return {
    ...world,
    passkeys,
    found,
    signedIn,
    ownerIn: owner,
    async join(email: string): Promise<SignedIn> {
      const { token } = await people.invite(null, { role: 'member', email })
      return await found((await people.acceptLink(token, { password: PASSWORD }, HERE)).token)
    },
    async add(device: PasskeyDevice, { who = owner, name = 'Phone', quirks = {} as Quirks } = {}) {
      const asked = await passkeys.askForNew(who, undefined, browser())
      return await passkeys.add(who, { ...device.make(asked.options, quirks), name }, browser(asked.browser))
    },
    async use(device: PasskeyDevice, quirks: Quirks = {}, held: SignedIn | null = null) {
      const asked = await passkeys.askForOne(browser())
      return await passkeys.signIn(device.use(asked.options, quirks), browser(asked.browser), held)
    },
    /** What was done, by whom, and what is said of it, the latest first. */
    async audited() {
      const entries = await people.audit({ limit: 20, before: null })
      return entries.map(({ action, actor_name, detail }) => [action, actor_name, detail])
    },
  }
}
