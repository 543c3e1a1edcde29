import { formatTime, type TimeForm } from '../format/time.js'

/** A moment in the viewer's locale and zone; with seconds and zone when a pointer rests on it, or for `form="full"`. */
export function Time({ at, form = 'time', className }: { at: number; form?: TimeForm; className?: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, 'full')} className={className}>
      {formatTime(at, form)}
    </time>
  )
}
