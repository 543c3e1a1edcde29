import type { ReactNode } from 'react'

const looks = {
  plain: 'bg-hover text-quiet',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
} as const

type BadgeProps = { look?: keyof typeof looks; title?: string; children: ReactNode }

/** A short label. `title` explains it. */
export function Badge({ look = 'plain', title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={`inline-flex items-center rounded-sm px-1.5 forced-colors:border text-xs font-medium whitespace-nowrap ${looks[look]}`}
    >
      {children}
    </span>
  )
}

const most = 99

/** An unread count, hidden at 0. `what` is its label for screen readers. */
export function CountBadge({ count, what }: { count: number; what: string }) {
  if (count === 0) return null
  return (
    <span className="inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-full bg-accent px-1 text-xs font-semibold text-on-accent tabular-nums">
      {count > most ? `${most}+` : count}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
