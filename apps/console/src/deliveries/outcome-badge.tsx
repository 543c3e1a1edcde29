import { Badge } from '../ui/badge.js'

/** A delivery's outcome as a badge. */
export function OutcomeBadge({ outcome }: { outcome: 'posted' | 'rejected' }) {
  return outcome === 'posted' ? <Badge look="good">Posted</Badge> : <Badge look="bad">Rejected</Badge>
}
