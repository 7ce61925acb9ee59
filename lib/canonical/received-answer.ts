/** What came over the wire in one attempt to call a model, whether or not it was an answer. */
export interface ReceivedAnswer {
  /** HTTP status. */
  status: number
  /** How many bytes came, unpacked. */
  bytes: number
  /** As it came, but for keys; its beginning where `is_cut`. */
  text: string
  /** More came than is kept. */
  is_cut: boolean
}
