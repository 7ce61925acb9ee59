const waiting: (() => void)[] = []
let channel: MessageChannel | undefined

/**
 * Resolves in a task of its own, behind those that asked before. What a page begins with is asked for in one commit: to begin
 * it all in one task keeps a phone for long enough to be felt. By messages and not by timers, as those wait for 4 ms each once one
 * has set the other, and one message at a time: each that is sent from the depth of a commit is noted with its stack where
 * tools are watching.
 */
export function ownTask(): Promise<void> {
  return new Promise((begin) => {
    waiting.push(begin)
    if (waiting.length === 1) call()
  })
}

function call(): void {
  if (!channel) {
    channel = new MessageChannel()
    channel.port1.onmessage = () => {
      waiting.shift()?.()
      if (waiting.length > 0) call()
    }
  }
  channel.port2.postMessage(null)
}
