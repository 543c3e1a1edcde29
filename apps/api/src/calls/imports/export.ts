import { exportEverything as exportCall } from '@posthorn/contract'
import { serve } from '../../http/serve-calls.js'

export const exportEverything = serve(exportCall, ({ deps, caller, query }) => {
  const name = `posthorn-${new Date(deps.nowMs()).toISOString().slice(0, 10)}`
  const wanted = { teamId: query.team, withDirect: query.direct }
  return deps.exports.ofEverything({ callerId: caller.user.id, name }, wanted)
})
