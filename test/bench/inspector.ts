import { once } from 'node:events'

export interface Inspector {
  call<Result>(method: string, params?: object): Promise<Result>
  close(): void
}

/** Asks another Node process about itself, so that the product needs no code for it. */
export async function connectInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let lastId = 0
  return {
    async call<Result>(method: string, params: object = {}): Promise<Result> {
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
    },
    close: () => socket.close(),
  }
}
