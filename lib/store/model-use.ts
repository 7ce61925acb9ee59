/** What is set to a model, of one kind of things. */
export interface ModelUse {
  model: string
  /** Of whoever asks. */
  own: number
  others: number
  /** Of whoever asks, as many as were asked for. */
  shown: { id: string; name: string | null }[]
}
