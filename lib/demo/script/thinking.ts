import type { Part } from '../answer.ts'
import type { Prompt } from '../prompt.ts'
import { arithmeticIn, calculation } from './arithmetic.ts'

/** Thinks aloud, or in secret, before it answers; says so where it may not. */
export function thinking(prompt: Prompt, words: string): Part[] {
  const answer = (arithmeticIn(words).length > 0 ? calculation(prompt, words, 0) : null) ?? [conclusion(words)]
  if (!prompt.thinking) return [say('This request does not ask for thinking, so there is none in this answer.')]
  if (!/\bsecretly\b/i.test(words)) return [{ type: 'thinking', text: thoughts(words) }, ...answer]
  if (prompt.hidesThoughts) return [{ type: 'redacted_thinking', text: thoughts(words) }, ...answer]
  return [say(`${prompt.format} has no way to send a hidden thought, so there is none in this answer.`)]
}

/** What comes before an answer that would be the same without it. */
export function forethought(words: string): Part {
  return { type: 'thinking', text: thoughts(words) }
}

function topicOf(words: string): string {
  const topic = /\bthink\s+(?:secretly\s+)?(?:about|of|through|over)\s+([^.?!\n]{1,120})/i.exec(words)?.[1]?.trim()
  return topic ?? 'your message'
}

function thoughts(words: string): string {
  const topic = topicOf(words)
  return [
    `The question is about ${topic}. First I should be clear with myself about what I am: a script that plays the part of a model.`,
    'So I cannot weigh evidence or reach an insight. What I can do is show how thinking travels: it is a block of its own, it arrives before the answer, and it is not part of what is said.',
    `If this conversation goes on with another model, this thought about ${topic} should stay behind, because only the model that had it may read it back. I will keep the answer short.`,
  ].join('\n\n')
}

function conclusion(words: string): Part {
  return say(
    `I thought about ${topicOf(words)} before I wrote this, in a thinking block of its own. As a scripted model I came to no conclusion worth having, but you can see that the thought and the answer arrive apart, stay apart, and are counted apart.`,
  )
}

function say(text: string): Part {
  return { type: 'text', text }
}
