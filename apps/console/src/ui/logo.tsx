/** The post horn of the favicon, in the accent colour. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={`${className} shrink-0 text-accent`} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.75" strokeLinecap="round" strokeLinejoin="round">
        <path d="M3 10.5h17M13 10.5a6.25 6.25 0 1 1-.01 0" />
        <path d="M20 10.5c3.75 0 6.75-1.75 8.75-5v10c-2-3.25-5-5-8.75-5z" fill="currentColor" />
      </g>
    </svg>
  )
}
