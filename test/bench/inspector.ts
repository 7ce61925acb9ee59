import { once } from 'node:events'

/** Asks another Node process about itself, so that the product needs no code for it. */
export async function connectInspector(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let lastId = 0
  const call = async <Result>(method: string, params: object = {}): Promise<Result> => {
    lastId += 1
    const id = lastId
    const answered = new Promise<Result>((resolve) => {
      const read = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: Result }
        if (answer.id !== id) return
        socket.removeEventListener('message', read)
        resolve(answer.result)
      }
      socket.addEventListener('message', read)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answered
  }
  return {
    call,
    /** The value of an expression over there, as JSON carries it. */
    async evaluate<Value>(expression: string): Promise<Value> {
      const { result } = await call<{ result: { value: Value } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
      })
      return result.value
    },
    close: () => socket.close(),
  }
}
