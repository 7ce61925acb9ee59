export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 23V9.5l8 8.5 8-8.5V23"
        fill="none"
        className="stroke-accent-ink"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
