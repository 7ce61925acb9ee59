/** How people sign in here, beside a password. */
export interface WaysIn {
  passkeys: boolean
  /** The name of the identity provider; null where there is none. */
  oidc: string | null
}
