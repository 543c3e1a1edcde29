import * as channelMembers from './channel-members.js'
import * as channels from './channels.js'
import * as deliveries from './deliveries.js'
import * as hooks from './hooks.js'
import * as posts from './posts.js'
import * as system from './system.js'

/** Every call below /api/v3, by its `operationId`. */
export const calls = { ...channels, ...channelMembers, ...deliveries, ...hooks, ...posts, ...system }
