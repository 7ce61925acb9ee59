/** The same for a wrong password, an unknown address and a person who has gone: nobody learns which it was. */
export class WrongCredentialsError extends Error {
  override readonly name = 'WrongCredentialsError'
  constructor() {
    super('the e-mail address or the password is wrong')
  }
}

/** Used, withdrawn, expired or never made: one answer for all of them. */
export class LinkUnusableError extends Error {
  override readonly name = 'LinkUnusableError'
  constructor() {
    super('this link cannot be used any more; ask for another one')
  }
}

export class EmailTakenError extends Error {
  override readonly name = 'EmailTakenError'
  constructor() {
    super('somebody with this e-mail address is here already')
  }
}

export class TeamNameTakenError extends Error {
  override readonly name = 'TeamNameTakenError'
  constructor(name: string) {
    super(`another team is called ${name}; give this one another name`)
  }
}

export class UnknownTeamError extends Error {
  override readonly name = 'UnknownTeamError'
  constructor() {
    super('there is no such team')
  }
}

export class LastOwnerError extends Error {
  override readonly name = 'LastOwnerError'
  constructor() {
    super('an installation has at least one owner; make somebody else an owner first')
  }
}

export class UnknownPersonError extends Error {
  override readonly name = 'UnknownPersonError'
  constructor() {
    super('there is no such person')
  }
}

/** Not for somebody of this role to do; the message says whose it is. */
export class RoleRequiredError extends Error {
  override readonly name = 'RoleRequiredError'
}

/** Somebody is signed in since long ago, and what they ask for is as good as the account. */
export class ProofRequiredError extends Error {
  override readonly name = 'ProofRequiredError'
  constructor() {
    super('prove first that it is you: say the password, or sign in again')
  }
}

/** Used, too old, never made, or made for another browser: one answer for all of them. */
export class ChallengeUnusableError extends Error {
  override readonly name = 'ChallengeUnusableError'
  constructor() {
    super('that took too long, or was begun in another browser; try again')
  }
}

/** Removed, or never here; so it is also after a database from before it was added was restored. */
export class UnknownPasskeyError extends Error {
  override readonly name = 'UnknownPasskeyError'
  constructor() {
    super('this passkey is not known here, or was removed here; sign in another way, and remove it from your device')
  }
}

/** Whatever of it is not as it has to be: who guesses learns nothing by it. */
export class PasskeyRefusedError extends Error {
  override readonly name = 'PasskeyRefusedError'
  constructor(options?: ErrorOptions) {
    super('what the device says of this passkey is not right; try again, or sign in another way', options)
  }
}

/** Its device has counted less than was counted here. */
export class CopiedPasskeyError extends Error {
  override readonly name = 'CopiedPasskeyError'
  constructor() {
    super('this passkey was used elsewhere in between, so it may have been copied; sign in another way, and remove it')
  }
}

export class PasskeyTakenError extends Error {
  override readonly name = 'PasskeyTakenError'
  constructor() {
    super('this passkey is known here already')
  }
}

export class TooManyPasskeysError extends Error {
  override readonly name = 'TooManyPasskeysError'
  readonly limit: number
  constructor(limit: number) {
    super(`there are ${limit} passkeys already; remove one first`)
    this.limit = limit
  }
}

export class LastCredentialError extends Error {
  override readonly name = 'LastCredentialError'
  constructor() {
    super('it is all that you can sign in with; add something else first')
  }
}

const OIDC_PROBLEMS = {
  unavailable: 'the identity provider cannot be reached, or answers otherwise than it should; sign in another way',
  refused: 'what the identity provider has said could not be verified; try again, or sign in another way',
  declined: 'the identity provider has not signed you in',
  unknown:
    'nobody here signs in with this account; sign in another way and link it on the page of your account, or ask for an invitation',
  taken: 'this account is linked here already',
} as const

/** Somebody could not sign in, or link an account, by an identity provider. What it said is in the log. */
export class OidcError extends Error {
  override readonly name = 'OidcError'
  readonly problem: keyof typeof OIDC_PROBLEMS
  constructor(problem: OidcError['problem']) {
    super(OIDC_PROBLEMS[problem])
    this.problem = problem
  }
}
