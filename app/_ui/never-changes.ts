/** For `useSyncExternalStore`: what a page began with, and what a browser can do, stays so while the page is open. */
export const neverChanges = () => () => {}
