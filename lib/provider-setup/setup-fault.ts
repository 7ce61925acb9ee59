/** Why what a person said cannot be kept at all. */
export class SetupFault extends Error {
  override readonly name = 'SetupFault'
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
