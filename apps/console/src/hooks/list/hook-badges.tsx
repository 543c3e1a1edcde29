import type { HookObject } from '@posthorn/contract'
import { Badge } from '../../ui/badge.js'

/** Badges for a disabled or offered hook, and for problems with its creator. */
export function HookBadges({ hook }: { hook: HookObject }) {
  return (
    <>
      {hook.disabled_at > 0 && <Badge look="warn">Disabled</Badge>}
      {hook.offer && <Badge>Offered to {hook.offer.to.username}</Badge>}
      {hook.creator_deactivated && <Badge look="warn">Creator deactivated</Badge>}
      {hook.creator_left_team && <Badge look="warn">Creator left the team</Badge>}
    </>
  )
}
