/** A name that no model has, with those that are written nearly so. */
export class UnknownModelError extends Error {
  override readonly name = 'UnknownModelError'
  readonly model: string
  readonly near: string[]
  constructor(model: string, near: string[]) {
    super(near.length > 0 ? `no model ${model}; did you mean ${near.join(', ')}?` : `no model ${model}`)
    this.model = model
    this.near = near
  }
}
