import * as deliveries from './deliveries.js'
import * as system from './system.js'

/** Every call below /api/v3, by its `operationId`. */
export const calls = { ...deliveries, ...system }
