import type { ShareFinding } from '../canonical/share-finding.ts'

export class ShareRangeError extends Error {
  override readonly name = 'ShareRangeError'
  readonly field: 'from' | 'to'
  constructor(field: ShareRangeError['field']) {
    super(
      field === 'from'
        ? 'the range begins with a message that is not on the active path'
        : 'the range ends with a message that is not on the active path behind its beginning',
    )
    this.field = field
  }
}

const FIELD_PROBLEMS = {
  expires_at: 'a share ends in the future',
  people: 'a share is for people who are here',
} as const

/** Something of what was said about a share cannot be. */
export class ShareFieldError extends Error {
  override readonly name = 'ShareFieldError'
  readonly field: keyof typeof FIELD_PROBLEMS
  constructor(field: ShareFieldError['field']) {
    super(FIELD_PROBLEMS[field])
    this.field = field
  }
}

/** There is no finished message in the range. */
export class NothingToShareError extends Error {
  override readonly name = 'NothingToShareError'
  constructor() {
    super('there is no finished message to share')
  }
}

/** Something that was found is neither masked nor confirmed. */
export class SecretsFoundError extends Error {
  override readonly name = 'SecretsFoundError'
  readonly findings: readonly ShareFinding[]
  constructor(findings: readonly ShareFinding[]) {
    super('something in it looks like a secret, or leads to somebody; mask each of them, or confirm that it stays in')
    this.findings = findings
  }
}

/** What would be published is not what was shown. */
export class PreviewOutdatedError extends Error {
  override readonly name = 'PreviewOutdatedError'
  constructor() {
    super('the chat has changed since the preview; look at it again')
  }
}

export class ShareTooLargeError extends Error {
  override readonly name = 'ShareTooLargeError'
  readonly limit: number
  constructor(limit: number) {
    super(`the pictures of a share take ${Math.floor(limit / 1_000_000)} MB at most; leave some of them out`)
    this.limit = limit
  }
}

export class UnknownShareError extends Error {
  override readonly name = 'UnknownShareError'
  constructor() {
    super('there is no such share')
  }
}

/** The secret of the installation is another than when the link was made: it works, and nobody can make it anew. */
export class ShareLinkLostError extends Error {
  override readonly name = 'ShareLinkLostError'
  constructor() {
    super('the link was made under another secret of this installation; it still works, but cannot be shown again')
  }
}

/** Of a share that is there: the password is missing or wrong. */
export class SharePasswordError extends Error {
  override readonly name = 'SharePasswordError'
  constructor() {
    super('this share has a password; say the right one')
  }
}
