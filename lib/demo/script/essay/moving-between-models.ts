export const movingBetweenModels = `# How one conversation moves between models

Most people who work with language models use more than one of them. One is good at careful writing, one is quick and cheap, one runs on the laptop and never sees the network. The natural wish is to begin a conversation with one and go on with another, without copying, pasting and explaining everything again.

That sounds easy. A conversation is a list of messages, after all, and every model takes a list of messages. This text walks through what really has to happen, why the obvious solution loses things, and what a client can do about it.

## The list is not the same list

Here is a small exchange, as one provider wants to see it. The user asks for a product, the model calls a tool, the tool answers:

\`\`\`json
{
  "messages": [
    { "role": "user", "content": "What is 12 * 7?" },
    {
      "role": "assistant",
      "content": [
        { "type": "text", "text": "Let me compute that." },
        { "type": "tool_use", "id": "toolu_01", "name": "calculator", "input": { "expression": "12 * 7" } }
      ]
    },
    { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "toolu_01", "content": "84" }] }
  ]
}
\`\`\`

Another provider wants the same three facts in another shape. The call is not a block among the blocks of the message but a list beside the text; its input is not an object but a *string* that holds JSON; and the result is not something that the user says but a message with a role of its own.

| | blocks | calls beside the text |
|---|---|---|
| a tool call is | a block in the content | an entry in \`tool_calls\` |
| its input is | a JSON object | a string with JSON in it |
| its result is | a block in a user message | a message with the role \`tool\` |
| a failed result says so | with a flag | only in its own words |
| a picture in a result | is allowed | has no place |
| thinking | is a signed block | comes back as plain text, or not at all |

None of these differences is deep. Each of them is just big enough that a history written down in one shape cannot be sent in the other, and that a careless conversion works nine times out of ten.

## Two ways to convert

The first idea is to convert directly: write a function from each format to each other format. With two formats that is two functions. With five it is twenty, and each of them has its own small mistakes.

The second idea is to keep the conversation in *one* form that is richer than all of them, and to write two functions per format: one out, one in. It is the idea behind every good file converter, and it has three consequences that are worth saying out loud:

1. **What is stored is never rewritten.** If a target cannot take a block, the block is left out of the request, not out of the conversation. When the first model comes back, everything is still there.
2. **Loss has a place and a name.** There is exactly one step in which something can get lost, so there is exactly one place that has to report it.
3. **A new provider is a small job.** It does not need to know that the others exist.

In code, the outward function is pleasantly boring. It has no clock, no randomness and no network in it; the same history gives the same bytes, every time:

\`\`\`ts
function toWire(request: Request): WireRequest {
  const system = leadingSystemText(request.messages)
  const messages = request.messages
    .filter((message) => message.role !== 'system')
    .map(closeOpenCalls)
    .map((message) => project(message, request.target))
    .filter((message) => message.content.length > 0)
  return { model: request.target.name, system, messages: mergeSameRole(messages) }
}
\`\`\`

That the bytes are the same every time is more than a matter of taste. Providers cache the beginning of a prompt and charge a tenth of the price for what they have seen before. A single character that changes near the front of the history, a date in the system prompt for instance, makes every later request pay the full price again.

## What may not travel

Some parts of a conversation belong to the model that made them.

**Thinking** is the clearest case. Some providers sign the thoughts of their models, and take them back only with an intact signature, for the very model that had them. Sent to anyone else, even to a sibling of the same family, they make the request fail. And because the history is stored, it does not fail once: it fails every time from then on. The rule that works is strict: a thought goes back to the model that thought it, and to nobody else.

**Identifiers** are a quieter case. Each provider gives its tool calls ids of its own, and each has an opinion about which characters an id may contain and how long it may be. A conversation should have ids of its own and a small map beside them, so that each provider gets back the ids it gave out, and ids that are legal everywhere when it did not.

**Pictures** depend on who is looking. A model without eyes cannot be sent a photograph, and a good client does not find that out from an error message. It refuses the switch, says why, and offers the ways on:

- leave the pictures out, with a note in their place that says so
- have them described once, by a model that can see, and send the description
- stay with the model that can see

> The worst answer to "this model cannot see pictures" is to drop them quietly. The second worst is to refuse without offering a way on.

## The moment of the switch

So what happens when you pick another model in the middle of a conversation? Step by step:

1. The client checks what the new model can do against what the conversation *needs*: not what it might need one day, but what is really in it.
2. If something cannot be carried over, you hear about it **before** you send, not after.
3. Your message is stored. Only then is a request built, from the whole history, for the new target.
4. Calls that were never answered get an answer that says so. A provider will not accept a call that hangs in the air.
5. The request goes out, and the first words come back.

If the old model was in the middle of an answer, nothing is switched under its feet. A turn, with all of its tool calls, belongs to the model that began it; the new one takes over with the next message.

## A small simulation

To get a feeling for the price of a switch, it helps to do the sum once. The following script compares ten turns with one model to ten turns with a switch in the middle:

\`\`\`python
from dataclasses import dataclass


@dataclass(frozen=True)
class Rates:
    fresh: float   # dollars per million tokens, never seen before
    cached: float  # dollars per million tokens, read from the cache


def cost(turns: int, tokens_per_turn: int, rates: Rates, already_cached: int = 0) -> float:
    """What it costs to send a conversation that grows by the same amount every turn."""
    total, cached = 0.0, already_cached
    for turn in range(1, turns + 1):
        size = turn * tokens_per_turn
        total += (size - cached) * rates.fresh + cached * rates.cached
        cached = size
    return total / 1_000_000


steady = cost(10, 2_000, Rates(fresh=3.00, cached=0.30))
print(f"ten turns with one model: \${steady:.4f}")
\`\`\`

The exact figures do not matter; prices change every few months anyway. What matters is the shape. A switch is paid for once, with one uncached reading of the history. If the new model is cheaper per token, it has earned that back a few turns later. If you switch on *every* message, each model reads the whole history afresh each time, and you pay the full price all along. Which is worth knowing, and worth showing, before somebody builds an automatic router that does just that.

## What to look for in a client

If you choose a client for several models, or write one, these questions separate the careful ones from the rest:

- Can it show what was sent, and what was left out, and why?
- Does a conversation survive the removal of the provider that began it?
- Is the cost of an old answer still the same after the prices have changed?
- What happens to a tool call when you press *stop* in the middle of it?
- If two windows show the same conversation, do they agree?

The last question looks out of place, but it is not. All of these come down to the same thing: whether there is *one* conversation that everything else is a view of, or a pile of requests that happen to resemble each other.

### Further reading

The ideas are older than language models. [Markdown](https://commonmark.org/) had to agree on one meaning for many dialects, and mail clients have exchanged messages between systems that disagreed about nearly everything since [RFC 822](https://www.rfc-editor.org/rfc/rfc822). The lesson of both is the same: be exact about what you store, be generous about what you read, and never throw away what you do not understand.`
