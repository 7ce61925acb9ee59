/** Drawn on a grid of 16 with a stroke of 1.4 and round joins; each means one thing. */
const PATHS = {
  plus: 'M8 3v10M3 8h10',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  panel: 'M2.5 3h11v10h-11zM6 3v10',
  close: 'm4 4 8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  'arrow-up': 'M8 13V3.5M4 7.2l4-4 4 4',
  'arrow-down': 'M8 3v9.5M4 8.8l4 4 4-4',
  'chevron-down': 'm4 6.25 4 4 4-4',
  'chevron-up': 'm4 9.75 4-4 4 4',
  'chevron-right': 'm6.25 4 4 4-4 4',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v4.5',
  folder: 'M2 4h4.2l1.3 1.5H14V13H2z',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.2 5.2h.01',
  archive: 'M2 3h12v3H2zM3 6v7h10V6M6.3 8.8h3.4',
  copy: 'M6.5 5.5H12a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H6.5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM10.5 3.5v-1h-8V11h1',
  image:
    'M3.25 3h9.5a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm-.75 8.5 3.3-3.3 2.4 2.3 2-2 3.3 3.2M10.5 5.9h.01',
  link: 'M6.6 9.4l2.8-2.8M7.4 4.9l1.5-1.5a2.6 2.6 0 0 1 3.7 3.7l-1.5 1.5M8.6 11.1l-1.5 1.5a2.6 2.6 0 0 1-3.7-3.7l1.5-1.5',
  file: 'M4 2h5.2l3.3 3.3V14H4zm5 0v3.5h3.5',
  paperclip: 'M12.5 7.5 7.6 12.4a2.8 2.8 0 0 1-4-4l5.3-5.2a1.9 1.9 0 0 1 2.7 2.7l-5.2 5.1a.9.9 0 0 1-1.3-1.3l4.5-4.5',
  search: 'M7 11.25a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5zM10.2 10.2 14 14',
  pencil: 'm3 13 .7-2.9 7-7 2.2 2.2-7 7z',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.8 7.2v3.6M9.2 7.2v3.6',
  sun: 'M8 10.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13.3 9.7A5.7 5.7 0 0 1 6.3 2.7a5.7 5.7 0 1 0 7 7z',
  screen:
    'M3 3h10a.75.75 0 0 1 .75.75v6.5A.75.75 0 0 1 13 11H3a.75.75 0 0 1-.75-.75v-6.5A.75.75 0 0 1 3 3zM8 11v2.5M5.5 13.5h5',
  alert: 'M8 2.5 14.2 13.3H1.8zM8 6.5v3.2M8 11.4v.2',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3v3.9M8 4.8V5',
  mind: 'M3 4.5h10M3 8h7M3 11.5h4',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  download: 'M8 2.5v8M4.75 7.5 8 10.75l3.25-3.25M3 13.5h10',
  person: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.75 13.5c.4-2.3 2.4-3.6 5.25-3.6s4.85 1.3 5.25 3.6',
  key: 'M5.25 13.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM7.2 8.6 13.5 2.5M11 5l1.75 1.75',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  gear: 'M8 10.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5zM8 1.75v2M8 12.25v2M1.75 8h2M12.25 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  sliders: 'M2.5 5h6.5M12 5h1.5M2.5 11H4M7 11h6.5M10.5 3.25v3.5M5.5 9.25v3.5',
} as const

/** Of `late-icons.ts`: what is drawn itself, in the place of a name. */
export type IconPath = string & { readonly isPath: true }

export type IconName = keyof typeof PATHS | IconPath

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.3 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={pathOf(name)} />
    </svg>
  )
}

function pathOf(name: IconName): string {
  return Object.hasOwn(PATHS, name) ? PATHS[name as keyof typeof PATHS] : name
}
