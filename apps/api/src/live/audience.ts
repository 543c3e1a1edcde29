import { type Db, type Membership, membersOfChannels, membersOfTeam } from '@posthorn/db'
import type { LiveEvent } from '@posthorn/queue'
import type { Connection } from './connection.js'

/** The connections that an event is for; memberships are checked for each event. */
export async function audience(
  db: Db,
  connections: Iterable<Connection>,
  { broadcast }: LiveEvent,
): Promise<Connection[]> {
  const { user_id: userId, channel_id: channelId, team_id: teamId } = broadcast
  if (userId !== '') return [...connections].filter(({ owner }) => owner?.userId === userId)
  if (channelId !== '')
    return (
      (await connectionsByGroup(connections, users => membersOfChannels(db, [channelId], users))).get(
        channelId,
      ) ?? []
    )
  if (teamId !== '')
    return (
      (await connectionsByGroup(connections, users => membersOfTeam(db, teamId, users))).get(teamId) ?? []
    )
  return [...connections]
}

/** Groups the connections by the channels or teams of their users. */
export async function connectionsByGroup(
  connections: Iterable<Connection>,
  findMembers: (userIds: string[]) => Promise<Membership[]>,
): Promise<Map<string, Connection[]>> {
  const ofUser = new Map<string, Connection[]>()
  for (const connection of connections) {
    const userId = connection.owner?.userId ?? ''
    ofUser.set(userId, [...(ofUser.get(userId) ?? []), connection])
  }
  const found = new Map<string, Connection[]>()
  for (const { groupId, userId } of await findMembers([...ofUser.keys()]))
    found.set(groupId, [...(found.get(groupId) ?? []), ...(ofUser.get(userId) ?? [])])
  return found
}
