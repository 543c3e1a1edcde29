import type { HookObject } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'

/** Whether a hook is disabled, and what is amiss with who made it. */
export function HookBadges({ hook }: { hook: HookObject }) {
  return (
    <>
      {hook.disabled_at > 0 && <Badge look="warn">Disabled</Badge>}
      {hook.creator_deactivated && <Badge look="warn">Creator deactivated</Badge>}
      {hook.creator_left_team && <Badge look="warn">Creator left the team</Badge>}
    </>
  )
}
