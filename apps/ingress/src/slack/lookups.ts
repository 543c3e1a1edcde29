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
import { addressKey, fairQueue } from '@posthorn/server'
import type { SlackLookups } from '../call.js'

/** Fewer than the connections to Postgres, which also look up hooks. */
const sessionLookups = {
  running: 2,
  runningPerCaller: 1,
  waiting: 256,
  waitingPerCaller: 64,
  maxWaitMs: 2000,
}

/** Returns what Slack's API asks this database. */
export function slackLookups(db: Db, settings: () => Settings): SlackLookups {
  const inTurn = fairQueue(sessionLookups)
  return {
    appsEnabled: () => settings().EnableOAuthServiceProvider,
    findSession: async (token, address) => {
      const worked = await inTurn(addressKey(address), () => findSession(db, token, Date.now()))
      return worked.outcome === 'busy' ? 'busy' : worked.result
    },
    teamsOf: userId => teamsOf(db, userId),
    findTeam: id => findTeam(db, id),
    findByTimestamp: (at, ts) => findByTimestamp(db, at, ts),
    timestamps: postIds => storedTimestamps(db, postIds),
    findChannel: async id => (await findChannels(db, [id])).get(id),
    mayRead: async (userId, channelId) => (await findReaders(db, [{ channelId, userId }])).length > 0,
  }
}
