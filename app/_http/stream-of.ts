/** The texts as bytes, each made when the one before has been taken. Where one fails, whoever reads sees a broken answer. */
export function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
