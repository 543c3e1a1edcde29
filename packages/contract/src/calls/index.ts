import * as channelChanges from './channel-changes.js'
import * as channelMembers from './channel-members.js'
import * as channelMemberships from './channel-memberships.js'
import * as channels from './channels.js'
import * as deliveries from './deliveries.js'
import * as hookChanges from './hook-changes.js'
import * as hooks from './hooks.js'
import * as postChanges from './post-changes.js'
import * as posts from './posts.js'
import * as sessions from './sessions.js'
import * as system from './system.js'
import * as teamMembers from './team-members.js'
import * as teams from './teams.js'
import * as userChanges from './user-changes.js'
import * as users from './users.js'

/** Every call below /api/v3, by its `operationId`. */
export const calls = {
  ...channels,
  ...channelChanges,
  ...channelMembers,
  ...channelMemberships,
  ...deliveries,
  ...hooks,
  ...hookChanges,
  ...posts,
  ...postChanges,
  ...sessions,
  ...system,
  ...users,
  ...userChanges,
  ...teams,
  ...teamMembers,
}
