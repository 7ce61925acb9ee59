/** A file that is larger than what is taken. */
export class ImportTooLargeError extends Error {
  override readonly name = 'ImportTooLargeError'
  readonly limit: number
  constructor(limit: number) {
    super(`the file is larger than the ${Math.floor(limit / 1_000_000)} MB allowed`)
    this.limit = limit
  }
}

/** Nothing of the kind can be done with an import that is as it is. */
export class ImportStateError extends Error {
  override readonly name = 'ImportStateError'
}

export class UnknownImportError extends Error {
  override readonly name = 'UnknownImportError'
  constructor() {
    super('there is no such import')
  }
}

/** What is in no file that can be imported; the message says what it is instead, or what to take. */
export class UnknownFormatError extends Error {
  override readonly name = 'UnknownFormatError'
}
