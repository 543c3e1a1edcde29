import { calls } from '@posthorn/contract'
import * as handlers from './handlers.js'

const defined = Object.keys(calls)

/** All calls below /api/v3 except the document and live events, in the order of their definitions. */
export const servedCalls = Object.values(handlers).toSorted(
  (one, other) => defined.indexOf(one.call.operationId) - defined.indexOf(other.call.operationId),
)
