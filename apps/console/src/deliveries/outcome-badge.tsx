import { Badge } from '../ui/badge.js'

/** What became of a delivery, in a word. */
export function OutcomeBadge({ outcome }: { outcome: 'posted' | 'rejected' }) {
  return outcome === 'posted' ? <Badge look="good">Posted</Badge> : <Badge look="bad">Rejected</Badge>
}
