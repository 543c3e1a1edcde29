import type { HookObject } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'

/** What is amiss with a hook. */
export function HookBadges({ hook }: { hook: HookObject }) {
  return (
    <>
      {hook.failing_since > 0 && <Badge look="bad">Failing</Badge>}
      {hook.creator_deactivated && <Badge look="warn">Creator deactivated</Badge>}
      {hook.creator_left_team && <Badge look="warn">Creator left the team</Badge>}
    </>
  )
}
