import { formatTime, type TimeForm } from '../format/time.js'

/** A time in the user's locale and zone. The tooltip and `form="full"` add seconds and zone. */
export function Time({ at, form = 'time', className }: { at: number; form?: TimeForm; className?: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, 'full')} className={className}>
      {formatTime(at, form)}
    </time>
  )
}
