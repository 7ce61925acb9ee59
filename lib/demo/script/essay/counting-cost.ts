export const countingCost = `# Counting the cost

Somebody pays for every word of a conversation, and sooner or later that somebody asks what for. This part is about answering them, exactly, and about still giving the same answer a year from now.

## Four kinds of token

Providers bill by the *token*, a piece of text of roughly four letters. But not all tokens are alike, and the differences are larger than most people think:

| kind | what it is | typical price |
|---|---|---|
| input | read for the first time | the base price |
| cached input | read before, and remembered | a tenth of it |
| cache write | put into the cache for next time | a quarter more than it |
| output | written by the model, thinking included | four to five times as much |

The four kinds should be *disjoint*: each token is counted in exactly one of them. That sounds obvious until you read the documentation. One provider reports the cached tokens *beside* the input tokens, another reports them *within* the input tokens. Add up the second kind as if it were the first, and every cached token is paid for twice, once at full price. There are bug reports about precisely this mistake in nearly every popular tool, and in some of them it has been fixed more than once.

Thinking is another trap. A model that thinks for a thousand tokens and answers with ten has written a thousand and ten. Some interfaces show only a summary of the thoughts, and some show nothing; what is billed is the whole. Counting the visible words gives a number that is wrong by a factor of a hundred.

## Money is not a float

Every programmer has seen this once:

\`\`\`python
>>> 0.1 + 0.2
0.30000000000000004
\`\`\`

For a single answer the error is far below anything one could pay. But sums are made of many answers, budgets are compared with limits, and an invoice that is off by a cent is off. So money is computed in decimal arithmetic and stored as text:

\`\`\`ts
import Decimal from 'decimal.js'

/** What some tokens cost, in dollars, at a rate in dollars per million. */
function cost(tokens: number, ratePerMillion: string): Decimal {
  return new Decimal(tokens).times(ratePerMillion).dividedBy(1_000_000)
}

const total = cost(1_250, '3.00').plus(cost(48_000, '0.30')).plus(cost(610, '15.00'))
console.log(total.toFixed()) // 0.0273
\`\`\`

It is a little slower than floating point. It happens once per answer. Nobody will notice, except the person who checks the sum by hand and finds that it is right.

## Prices change, history does not

Here is a question that separates the tools. In January you had a conversation that cost two dollars. In March the provider halves its prices. What does the page about January say in April?

If it says *one dollar*, the tool has computed the past with the prices of the present. Its numbers no longer agree with your bill, and they will change again the next time somebody edits a price. If it says *two dollars*, the tool wrote down the cost at the time it arose, and which price list it came from.

But there is an opposite mistake as well. Suppose that the price in January was simply *wrong*: a typing error in the list, noticed in March. Now you do want to compute the past again, knowingly, and to see both numbers. The way out is to keep three things:

1. the **counters**, which are facts and never change
2. the **cost** as it was computed then, with the version of the price list
3. the price lists themselves, each of them **immutable**, with the date from which it applies

With these, computing history again is not a change to history. It is a question that you may ask, with any list you like, as often as you like: *what would this month have cost with that other model?*

## Nothing is not zero

What does an answer cost if the model has no price? Not zero. Zero is a price, and a good one. A model that runs on your own machine may really cost nothing per token; a model that was released this morning and is not on the list yet does not cost nothing, we just do not know what it costs.

The two have to look different, all the way from the database to the screen: a missing price is \`null\`, it is shown as *unpriced*, and a total that contains one says that it is incomplete. It is a small thing. It is also the difference between *we spent 40 dollars* and *we know of 40 dollars*.

- A total with a gap says how large the gap is: how many answers, how many tokens.
- An answer that was stopped half-way was still paid for, and counts.
- An attempt that failed may have been paid for, and is marked as such.
- What a provider claims that a call cost is kept for comparison, but never replaces our own sum.

## What it buys

All of this may look like a great deal of care for very small amounts. But the amounts add up in an uneven way, and only careful numbers show it. In most teams, a handful of conversations make up half of the bill: the very long ones, in which every short question drags the whole history along. Nobody chose to spend the money there. Nobody *saw* it.

> The most expensive message in a conversation is usually "thanks!" at the end of it.

Show the cost of an answer next to the answer, and the cost of the **next** message before it is sent, and people change their habits by themselves. They start a new conversation for a new subject. They send the quick questions to the quick model. They learn what a picture costs, and what a thousand lines of log cost. It is not about thrift. One simply makes better decisions about things that one can see.`
