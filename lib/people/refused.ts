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
