import type { Settings } from '@posthorn/core'
import {
  type Db,
  findByTimestamp,
  findChannels,
  findReaders,
  findSession,
  findTeam,
  storedTimestamps,
  teamsOf,
} from '@posthorn/db'
import type { SlackLookups } from '../call.js'

/** Returns what Slack's API asks this database. */
export function slackLookups(db: Db, settings: () => Settings): SlackLookups {
  return {
    appsEnabled: () => settings().EnableOAuthServiceProvider,
    findSession: token => findSession(db, token, Date.now()),
    teamsOf: userId => teamsOf(db, userId),
    findTeam: id => findTeam(db, id),
    findByTimestamp: (at, micros) => findByTimestamp(db, at, micros),
    timestamps: postIds => storedTimestamps(db, postIds),
    findChannel: async id => (await findChannels(db, [id])).get(id),
    mayRead: async (userId, channelId) => (await findReaders(db, [{ channelId, userId }])).length > 0,
  }
}
