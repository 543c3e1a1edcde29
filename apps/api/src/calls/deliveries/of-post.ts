import { calls } from '@posthorn/contract'
import { findDeliveryOfAnyHook, findMaker } from '@posthorn/db'
import { requireHookOwner } from '../../http/guards/requirements.js'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'

/** Returns a post's delivery to callers who may see it. To everybody else it does not exist, or is forbidden. */
export const getDeliveryOfPost = serve(
  calls.getDeliveryOfPost,
  async ({ deps, caller, teamId, params: { post } }) => {
    const delivery = await findDeliveryOfAnyHook(deps.db, await findMaker(deps.db, post))
    if (!delivery) return refused('no_such_delivery')
    const { id, hookId } = delivery
    const owned = await requireHookOwner(deps, caller, { team: teamId, hook: hookId })
    if (!(owned instanceof Refused)) return { delivery: id, hook_id: hookId }
    return refused(owned.refusal === 'no_permission_api' ? 'no_permission_api' : 'no_such_delivery')
  },
)
