import { format, plural } from './format.ts'

const blocks = (one: string, other: string) => (count: number) => plural(count, one, `${format.count(count)} ${other}`)

/** What is said before a chat goes on with another model. */
export const switching = {
  title: 'Continue with another model',
  /** Beside the name of a model, of what this chat would lose there. */
  losses: {
    refused: 'cannot take this chat as it is',
    too_long: 'too small for this chat',
    behind: (count: number) => plural(count, '1 thing stays behind', `${format.count(count)} things stay behind`),
  },
  close: 'Close',
  refused: 'It cannot take over as it is',
  too_long: 'This conversation does not fit yet',
  almost: 'It can continue, almost whole',
  whole: 'It can continue',
  goes: (tokens: number, window: number, part: string) =>
    `About ${format.count(tokens)} tokens go with your next question, ${part} of the ${format.count(window)} that it holds. Nothing has been sent.`,
  needs: (tokens: number, window: number) =>
    `It holds ${format.count(window)} tokens, and this conversation is about ${format.count(tokens)}: ${format.count(tokens - window)} too many. Nothing has been sent.`,
  window: 'Its window',
  window_used: (tokens: number, window: number) => `${format.count(tokens)} of ${format.count(window)} tokens`,
  window_ends: (window: number) => `window ends at ${format.count(window)}`,
  /** How it is drawn; all in tokens. */
  tones: {
    instructions: 'instructions and tools',
    whole: 'turns as they stand',
    changed: 'turns of which something goes in another form or stays behind',
    over: 'does not fit',
  },
  fates: 'What becomes of the conversation',
  what: 'What',
  goes_as: 'Goes as',
  as_it_is: 'itself',
  in_another_form: 'in another form',
  stays_behind: 'stays behind',
  closed: (count: number) => plural(count, '1 call without a result', `${count} calls without a result`),
  is_closed: 'closed: “it was interrupted”',
  /** What blocks of a type are called; a newer server may have others. */
  types: {
    text: blocks('1 text', 'texts'),
    image: blocks('1 picture', 'pictures'),
    document: blocks('1 file', 'files'),
    thinking: blocks('1 thought', 'thoughts'),
    redacted_thinking: blocks('1 sealed thought', 'sealed thoughts'),
    tool_use: blocks('1 tool call', 'tool calls'),
    tool_result: blocks('1 tool result', 'tool results'),
    hosted_tool: blocks('1 tool of the provider', 'tools of the provider'),
    citations: blocks('1 list of sources', 'lists of sources'),
    reasoning_effort: () => 'The effort that was set',
    temperature: () => 'The temperature that was set',
    max_output_tokens: () => 'The length that was set',
  } as Readonly<Record<string, (count: number) => string>>,
  refused_of_yours: (what: string) => `What the provider does not take is ${what} of yours.`,
  refused_of_answer: (what: string) => `What the provider does not take is ${what} of an earlier answer.`,
  set_aside: 'What a provider refused is left out.',
  go_on_without: 'Leave it out and ask again',
  others: (count: number, type: string) => `${format.count(count)} × ${type}`,
  price: (then: string, now: string) => `At least ${then} to read the next question, instead of ${now}`,
  price_alone: (then: string) => `At least ${then} to read the next question`,
  no_price: 'What the next question costs there is not known: it has no price here.',
  cache_lost: (label: string) =>
    `What ${label} still has in its cache does not help there: all of it is read anew, once.`,
  go_on: (label: string) => `Continue with ${label}`,
  stay: 'Stay',
  ways: 'Ways on',
  leave_out: 'Leave the pictures out',
  leave_out_about:
    'A note stands where each was, in what is sent. Here they stay, and a model that takes pictures gets them again.',
  describe: 'Have the pictures described',
  describe_about: (label: string, cost: string | null) =>
    `${label} describes each once${cost === null ? '' : `, for about ${cost}`}. The words go in their place, and are kept for your other chats.`,
  describe_do: 'Have them described',
  describe_send: 'Have them described and send',
  other_model: 'Choose another model',
  describing: 'The pictures are being described …',
  stay_about: 'Nothing changes.',
  brief: 'Send the beginning in brief',
  brief_about: (label: string, cost: string | null) =>
    `${label} writes a summary${cost === null ? '' : ` for about ${cost}`}. You read it before it goes; the turns themselves stay here.`,
  brief_do: 'Write the summary',
  brief_writing: 'The summary is being written …',
  brief_read: 'Read it, and change what is wrong. It goes in the place of what it sums up, until you take it back.',
  brief_field: 'Summary',
  brief_took: (cost: string) => `It cost ${cost}.`,
  brief_send: 'Send it in their place',
  brief_back: 'Back',
  branch: (turn: number) => `Begin a branch at turn ${turn}`,
  branch_about: (tokens: number) =>
    `Only what was said from there on goes, about ${format.count(tokens)} tokens, in a chat of its own that leads back to this one. This one stays as it is.`,
  branch_do: (turn: number) => `Branch at turn ${turn}`,
  branched: (turn: number, day: string) => `Begun at turn ${turn} of another chat, ${day}:`,
  branched_from: 'the chat with what came before',
  leave_file: (name: string) => `Leave ${name} out`,
  leave_file_about: (tokens: number) =>
    `It is about ${format.count(tokens)} tokens. Its name stands in its place, and here it stays.`,
  leave_file_do: 'Leave the file out',
  larger: 'Take a larger window',
  larger_about: (label: string, cost: string | null) =>
    `${label} takes all of it${cost === null ? '' : `; the next question is at least ${cost}`}.`,
  larger_do: (label: string) => `See ${label}`,
  in_brief: 'The beginning of this chat goes in brief.',
  in_brief_undo: 'Send all of it again',
  files_out: (count: number) => plural(count, '1 file is left out.', `${count} files are left out.`),
  files_undo: 'Send what was left out',
  see_ways: 'See what can be done',
  all_goes: (label: string) => `All of the conversation goes along to ${label}.`,
}
