// Each is told by its name: nothing was stored.

export class UnknownVersionError extends Error {
  override readonly name = 'UnknownVersionError'
  constructor(version: string) {
    super(`there is no version ${version} of the prices`)
  }
}

/** Some of the calls are repriced by another version: that must be reverted first. */
export class RepriceConflictError extends Error {
  override readonly name = 'RepriceConflictError'
  readonly reprice_id: string
  constructor(id: string) {
    super('some of these calls are repriced already; revert that first')
    this.reprice_id = id
  }
}
