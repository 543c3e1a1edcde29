import type { DeliveryOutcome } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'

/** The name of each outcome, in the past tense. */
export const outcomeWords: Record<DeliveryOutcome, string> = {
  posted: 'Posted',
  replied: 'Replied',
  updated: 'Updated',
  collapsed: 'Collapsed',
  superseded: 'Superseded',
  skipped: 'Skipped',
  rejected: 'Rejected',
}

const looks = {
  posted: 'good',
  replied: 'good',
  updated: 'good',
  collapsed: 'plain',
  superseded: 'plain',
  skipped: 'plain',
  rejected: 'bad',
} as const

/** A delivery's outcome as a badge. */
export function OutcomeBadge({ outcome }: { outcome: DeliveryOutcome }) {
  return <Badge look={looks[outcome]}>{outcomeWords[outcome]}</Badge>
}
