import type { HookObject } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'

/** What is amiss with who made a hook. */
export function CreatorBadges({ hook }: { hook: HookObject }) {
  return (
    <>
      {hook.creator_deactivated && <Badge look="warn">Creator deactivated</Badge>}
      {hook.creator_left_team && <Badge look="warn">Creator left the team</Badge>}
    </>
  )
}
