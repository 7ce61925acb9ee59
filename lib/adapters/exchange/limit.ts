// How much of what a host says is read, kept and shown: it may say anything, and without end.

/**
 * Of one answer, decompressed, with all that is in it: text, framing, blanks and signs of life. What arrived up to here is
 * kept like the start of any answer that breaks off.
 */
export const MAX_ANSWER_BYTES = 16_000_000

/** Of an answer as it came: kept with the message, packed to about a tenth. Longer ones are pictures, for the most part. */
export const MAX_RECORDED_BYTES = 4 * 1024 * 1024

/** Of a refusal: it is shown to people, and its start is enough. */
export const MAX_ERROR_BYTES = 64 * 1024

export const MAX_LIST_BYTES = 4_000_000

/** Of a host's words in an error, in a projection and in the log. */
export const MAX_WORDS = 2_000

/** Of a model's or a tool's name: with its provider's it fits the 200 characters that the API takes of a model. */
export const MAX_NAME = 180

/** Of a provider's id of a call: some hosts put the signature of a thought into it. */
export const MAX_ID = 10_000
