/** Stands in for what uploads: asks whatever `fetch` is at the moment, and tells how far it is when a test says so. */
export class FakeRequest extends EventTarget {
  static last: FakeRequest | null = null
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  aborted = false
  #method = ''
  #path = ''
  readonly #headers: Record<string, string> = {}

  constructor() {
    super()
    FakeRequest.last = this
  }

  open(method: string, path: string) {
    this.#method = method
    this.#path = path
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }

  send(body: Blob) {
    fetch(this.#path, { method: this.#method, headers: this.#headers, body }).then(
      async (response) => {
        this.status = response.status
        this.responseText = await response.text()
        if (!this.aborted) this.dispatchEvent(new Event('load'))
      },
      () => this.dispatchEvent(new Event('error')),
    )
  }

  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }

  tell(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total, lengthComputable: true }))
  }
}
