import { type RefusalName, refusalIds } from '@posthorn/contract'
import { commonRefusals, hookRefusals, type RefusalWords } from '@posthorn/server'
import { appRefusals } from './apps.js'
import { callRefusals } from './calls.js'
import { channelRefusals } from './channels.js'
import { fileRefusals } from './files.js'
import { hookCallRefusals } from './hooks.js'
import { liveRefusals } from './live.js'
import { pipelineRefusals } from './pipeline.js'
import { postRefusals } from './posts.js'
import type { RefusalRow } from './row.js'
import { sessionRefusals } from './sessions.js'
import { teamRefusals } from './teams.js'
import { userRefusals } from './users.js'

const rows: Record<RefusalName, RefusalRow> = {
  ...commonRefusals,
  ...callRefusals,
  ...appRefusals,
  ...sessionRefusals,
  ...userRefusals,
  ...teamRefusals,
  ...channelRefusals,
  ...postRefusals,
  ...fileRefusals,
  ...hookCallRefusals,
  ...liveRefusals,
  ...pipelineRefusals,
  bad_type: hookRefusals.bad_type,
  hook_disabled: hookRefusals.hook_disabled,
}

/** The API's refusals by name (docs/behaviour.md, errors). */
export const refusals = Object.fromEntries(
  Object.entries(refusalIds).map(([name, id]) => [name, { id, ...rows[name as RefusalName] }]),
) as Record<RefusalName, RefusalWords>
