import { appCalls } from './apps/index.js'
import { auditCalls } from './audit/index.js'
import { channelCalls } from './channels/index.js'
import { deliveryCalls } from './deliveries/index.js'
import { hookCalls } from './hooks/index.js'
import { pipelineCalls } from './pipeline/index.js'
import { postCalls } from './posts/index.js'
import { sessionCalls } from './sessions/index.js'
import { systemCalls } from './system/index.js'
import { teamCalls } from './teams/index.js'
import { userCalls } from './users/index.js'

/** All calls below /api/v3 except the document and live events. */
export const servedCalls = [
  ...sessionCalls,
  ...userCalls,
  ...teamCalls,
  ...channelCalls,
  ...postCalls,
  ...hookCalls,
  ...appCalls,
  ...deliveryCalls,
  ...systemCalls,
  ...auditCalls,
  ...pipelineCalls,
]
