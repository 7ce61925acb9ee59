/** The frame of the pages for whoever pays. */
export const administration = {
  skip: 'Skip to the page',
  title: 'Administration',
  back: 'Back to chats',
  usage: 'Usage',
  prices: 'Prices',
  prices_about:
    'A version never changes once it is published. A new price is a new version; what was billed before keeps its own.',
  versions: 'Versions',
  settings: 'Settings',
}
