/** How people sign in here, beside a password. */
export interface WaysIn {
  passkeys: boolean
}
