/** A `fetch` that hands every request on, and keeps the address and the body of those that ask for an answer. */
export function recordingFetch(upstream: typeof fetch) {
  const sent: { url: string; body: string }[] = []
  const recording: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    // Ollama's server is asked first what a model can do.
    if (typeof init?.body === 'string' && !url.endsWith('/api/show')) sent.push({ url, body: init.body })
    return await upstream(input, init)
  }
  return { fetch: recording, sent }
}
