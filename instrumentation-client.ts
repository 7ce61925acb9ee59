/**
 * The framework runs this once its scripts are there, right before it takes the page over, in the task that compiled them: the
 * longest that a page begins with. An inline script in its queue of those that come "before interactive" puts a task between,
 * so that a press is heard in the middle. This one holds nothing. Should the framework give that queue up, the page begins as it
 * would without it (2026-11-28).
 */
Object.assign(globalThis, { __next_s: [[undefined, { nonce: document.scripts[0]?.nonce, children: '' }]] })
