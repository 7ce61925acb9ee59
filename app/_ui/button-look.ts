const BASE =
  'inline-flex min-h-(--row) items-center justify-center gap-2 rounded-control border px-3.5 font-medium text-ui transition-colors duration-(--t-press) disabled:border-line-strong disabled:bg-surface disabled:text-muted'

/** What a button looks like. Of the page for errors, which every page carries along, it is all. */
export const BUTTON_LOOK = {
  primary: `${BASE} border-accent-solid bg-accent-solid text-accent-ink hover:bg-accent-hover`,
  plain: `${BASE} border-line-control bg-raised hover:bg-surface`,
  danger: `${BASE} border-danger bg-raised text-danger hover:bg-danger-soft`,
} as const
