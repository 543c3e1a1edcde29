import { calls } from '@posthorn/contract'
import { serve } from '../../http/serve-calls.js'
import { statusesOf, statusesOfIds } from '../../live/statuses.js'

export const listStatuses = serve(calls.listStatuses, async ({ deps }) =>
  statusesOf(await deps.live.online()),
)

export const listStatusesById = serve(calls.listStatusesById, async ({ deps, body }) =>
  statusesOfIds(await deps.live.online(), body),
)
