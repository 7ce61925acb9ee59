export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="shrink-0">
      <rect width="24" height="24" rx="4" className="fill-accent" />
      <path d="M5.5 17.5V7.2l6.5 8 6.5-8v10.3M12 15.2v3.6" fill="none" className="stroke-accent-ink" strokeWidth="2" />
    </svg>
  )
}
