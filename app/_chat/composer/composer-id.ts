/** The message field of the page: where a shortcut and the skip link lead. */
export const COMPOSER_ID = 'composer'
