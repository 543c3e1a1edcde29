import * as deliveries from './deliveries.js'
import * as posts from './posts.js'
import * as system from './system.js'

/** Every call below /api/v3, by its `operationId`. */
export const calls = { ...deliveries, ...posts, ...system }
