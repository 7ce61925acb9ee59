import type { IconPath } from './icon.tsx'

const path = (drawn: string) => drawn as IconPath

/** As those of `icon.tsx`; what a conversation begins with shows none of these, and its scripts are without them. */
export const LATE_ICONS = {
  minus: path('M3 8h10'),
  'chevron-left': path('m9.75 4-4 4 4 4'),
  again: path('M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.8h-2.8'),
  steer: path('M3 3v4.5a3 3 0 0 0 3 3h7M10 7.5l3 3-3 3'),
  branch: path('M4.5 2.5v11M4.5 10.5c0-3 7-1.5 7-5M11.5 2.5v3M9.5 4.5l2-2 2 2'),
  columns: path('M2.5 3h11v10h-11zM8 3v10'),
  fork: path('M3.5 2.5v6a3 3 0 0 0 3 3h6M10.5 8.5l3 3-3 3M3.5 8.5v5'),
  check: path('m3 8.5 3.2 3.2L13 4.8'),
  lock: path('M4 7.5h8v6H4zM5.75 7.5V5a2.25 2.25 0 0 1 4.5 0v2.5'),
  wrench: path('M9.8 2.6a3.4 3.4 0 0 0-1 4.3L3 12.6 4.6 14l5.6-5.9a3.4 3.4 0 0 0 3.9-4.6l-2.1 2-1.6-.4-.4-1.6z'),
  eye: path(
    'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  ),
  wrap: path('M2.5 4h11M2.5 8h8.75a2 2 0 0 1 0 4H8.5M10 10.5 8.5 12l1.5 1.5M2.5 12h3'),
  people: path(
    'M6.2 7.6a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM1.7 13c.3-2 2-3.2 4.5-3.2s4.2 1.2 4.5 3.2M10.6 3.1a2.2 2.2 0 0 1 0 4.2M12 10.1c1.3.4 2.1 1.4 2.3 2.9',
  ),
  keyboard: path('M2 4h12v8H2zM4.5 6.5h.01M7 6.5h.01M9.5 6.5h.01M12 6.5h-.01M5 9.5h6'),
  coin: path(
    'M13 4.8c0 1.2-2.2 2.2-5 2.2s-5-1-5-2.2 2.2-2.2 5-2.2 5 1 5 2.2zM3 4.8v6.4c0 1.2 2.2 2.2 5 2.2s5-1 5-2.2V4.8M3 8c0 1.2 2.2 2.2 5 2.2S13 9.2 13 8',
  ),
}
