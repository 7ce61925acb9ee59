export const survivingStreams = `# Streams that survive

A language model answers one piece of a word at a time, and a chat that shows those pieces as they come feels alive. It is also the part of a chat that breaks most often. Laptops sleep, trains enter tunnels, browsers put a hidden tab to bed, and somebody always presses *reload* at the most interesting moment.

## Who owns the answer?

The simplest design ties an answer to the request that asked for it. The browser posts a message, the server calls the model, and the words flow back through the same connection. It takes an afternoon to build. Then the connection breaks, and the design has to answer an awkward question: the model is still talking, it is still being paid for, and nobody is listening. Should the server hang up? Should it go on and throw the words away?

A better design cuts the knot. The answer belongs to the *server*. Starting it is one request, which returns at once; stopping it is another; and watching it is a third thing altogether, which anybody may do, twice, or not at all.

| event | answer tied to the request | answer owned by the server |
|---|---|---|
| the tab is closed | the answer is lost | the answer is finished and stored |
| the page is reloaded | a half answer, or an error | the same answer, a little further on |
| a second window opens | it sees nothing until the end | it sees the same words at the same time |
| the network is gone for a minute | everything after that is lost | the missing part is replayed |

## The seam

Watching needs care in one place. When a viewer arrives in mid-answer, it must first be told what has happened so far, and then be told everything that happens from then on. Between the two there is a seam, and a word that falls into it is lost, while a word on both sides of it is shown twice.

The trick is to give each event a number and to let the first message, the *snapshot*, carry the number up to which it is complete:

\`\`\`ts
function watch(session: Session, viewer: Viewer): () => void {
  // Both lines run in one go: nothing can happen between them.
  viewer.send({ type: 'snapshot', id: session.lastEventId, state: session.state })
  return session.subscribe((event) => viewer.send(event))
}
\`\`\`

There is no lock in that function, and none is needed, because a single-threaded program does not do two things at once unless it is told to wait. Put one innocent \`await\` between the two lines, to look up a name in a database perhaps, and the seam is open again. It will work on the machine of the developer, where the database answers at once, and fail on Tuesdays.

When a viewer comes back after a short absence, it says which number it saw last. If the server still has the events after that number, it replays them. If not, it sends a fresh snapshot. In neither case does the viewer have to know which of the two it was; it applies what it gets.

## Slow viewers

A stream has a second enemy, and it is not the network but politeness. If a viewer reads more slowly than the model writes, the server has three choices:

- **wait for it**, and let one slow phone hold up everybody else
- **remember everything** for it, and run out of memory one day
- **let it go**, after a generous number of events, and let it come back with its number

The third choice sounds rude and is the kindest. The viewer loses nothing, since it can come back and be brought up to date by one snapshot, which is far smaller than the thousand events that it had failed to read.

> Every queue in a program has a limit. Either you have chosen it, or the operating system will.

## What a stop button has to do

*Stop* looks like the simplest button on the page. Behind it, in this order:

1. The connection to the model is closed, because every further word costs money.
2. What has arrived is kept, and marked as cut short by the user: not as an error, and not as complete.
3. If the model was in the middle of asking for a tool, the half-written request is **not** carried out. A command that was cut in two is not a shorter command.
4. If tools are running, they are told to stop, and their calls are closed with a note that says so.
5. Everyone who is watching learns of it in the same order.
6. Pressing the button a second time does nothing, quietly.

Afterwards the conversation has to be in a state in which the next message simply works. That is the real test of a stop button: not whether the words stop, but whether you can go on talking.

## When the lights go out

The last case is the one that nobody likes to test. The server itself dies in mid-answer, without a chance to tidy up. What should be there when it comes back?

A reasonable promise is this: *you lose at most the last second*. To keep it, the server writes the partial answer down once a second while it grows. On starting again it looks for answers that were never finished, marks them as interrupted, closes their open calls, and lets the conversation go on. The whole procedure fits into one function that runs before the first request is accepted, and it has a pleasant property: it does not care *why* the server died.

\`\`\`python
def recover(store) -> int:
    """Brings every conversation back into a state in which the next message works."""
    interrupted = store.messages(status="streaming")
    for message in interrupted:
        for call in message.open_calls():
            store.close_call(call, reason="The server stopped before this call was finished.")
        store.finish(message, status="error", reason="interrupted")
    return len(interrupted)
\`\`\`

You can try all of this right now. While this very text is coming in, reload the page. Open a second window beside it. Take the network away for a moment. If the words are all here at the end, in order and once each, somebody has done their work on the seam.`
