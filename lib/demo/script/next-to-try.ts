/** Said at the end of the tour. */
export const nextToTry = `This chat has been through five models, each asked in the wire format of another provider, and every one read what was said before it. All of them are scripts, and their prices are samples.

- **The receipt**: under each answer stands what it read, what it wrote and what it cost, and *Why this model* opens the rest: who chose it, what it saw, what was left out, and the request itself. The thoughts of one model stayed behind when the next one took over; its tool calls, its words and its sources went along.
- **The switch**: choose another model below the message field, and ask \`what did you receive\`.
- **The refusal**: choose *Scripted demo (Ollama)*. There is a picture in this chat now, and that model has no eyes: you are told so before anything is sent.

Delete this chat like any other when you have seen enough.`
