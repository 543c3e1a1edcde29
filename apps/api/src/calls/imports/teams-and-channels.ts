import { createHash } from 'node:crypto'
import type { ImportChannel, ImportTeam } from '@posthorn/contract'
import {
  createTeam,
  directChannels,
  existingChannel,
  existingTeam,
  findTeam,
  importChannel,
  importedId,
} from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import type { z } from 'zod'
import { refusals } from '../../refusals/index.js'
import { validateChannelTexts } from '../channels/validate-channel.js'
import { teamFieldsOf, validateTeam } from '../teams/validate-team.js'
import { type Decision, type Importing, skipped, skippedAs } from './decide.js'

type Team = z.output<typeof ImportTeam>
type Channel = z.output<typeof ImportChannel>

/** A team of the same name is used as it is. */
export async function decideTeam({ deps, caller, source }: Importing, row: Team): Promise<Decision> {
  const id = importedId({ source, kind: 'team', id: row.id, createAt: row.create_at })
  const fields = teamFieldsOf(row)
  const existing = await existingTeam(deps.db, { id, name: fields.name })
  if (existing?.isDeleted) return skippedAs('team_name_taken')
  if (existing?.id === id) return { outcome: 'known', id }
  if (existing) return { outcome: 'matched', id: existing.id, reason: 'A team of this name exists.' }
  const mistake = validateTeam(fields)
  if (mistake) return skippedAs(mistake)
  const origin = { creatorId: caller.user.id, inviteId: newSecret(), nowMs: row.create_at }
  const team = { ...fields, ...origin, id, channelIds: [newId(), newId()] as [string, string] }
  return {
    ...{ outcome: 'new', id },
    create: async () => {
      const created = await createTeam(deps.db, team, Number.POSITIVE_INFINITY)
      return created.outcome === 'created' ? undefined : refusals[created.outcome].message
    },
  }
}

/** A channel of the same name and type is used as it is. */
export async function decideChannel(importing: Importing, row: Channel): Promise<Decision> {
  if (row.type === 'D') return decideDirect(importing, row)
  const { deps, source, isTrial } = importing
  const id = importedId({ source, kind: 'channel', id: row.id, createAt: row.create_at })
  const texts = { ...row, displayName: row.display_name }
  const existing = await existingChannel(deps.db, { id, teamId: row.team_id, name: row.name })
  if (existing?.id === id) return { outcome: 'known', id }
  if (existing && existing.type !== row.type)
    return skipped(
      'The team has a channel of this name, which is public here and private there, or the reverse.',
    )
  if (existing) return { outcome: 'matched', id: existing.id, reason: 'The team has a channel of this name.' }
  const mistake = validateChannelTexts(texts)
  if (mistake) return skippedAs(mistake)
  if (!isTrial && !(await findTeam(deps.db, row.team_id))) return skippedAs('team_gone')
  return { outcome: 'new', id, create: () => createChannel(importing, row, id) }
}

async function createChannel({ deps }: Importing, row: Channel, id: string): Promise<string | undefined> {
  const channel = {
    ...{ id, type: row.type, name: row.name, header: row.header, purpose: row.purpose },
    displayName: row.display_name,
    createAt: row.create_at,
    deleteAt: row.delete_at,
    teamId: row.team_id,
    creatorId: row.creator_id,
  }
  const isCreated = await importChannel(deps.db, channel, deps.settings().MaxChannelsPerTeam)
  return isCreated ? undefined : refusals.too_many_channels.message
}

async function decideDirect({ deps, isTrial }: Importing, row: Channel): Promise<Decision> {
  const [userId, otherId] = row.member_ids
  if (!userId || !otherId || userId === otherId)
    return skipped('A direct channel needs two different members.')
  const pair = { userId, otherId }
  if (isTrial) return { outcome: 'new', id: placeholderOf(row.id), create: async () => undefined }
  const [channel] = (await directChannels(deps.db, [pair], row.create_at)).values()
  return channel ? { outcome: 'known', id: channel.id } : skippedAs('no_such_user')
}

/** Stands for a direct channel that a check does not create. */
const placeholderOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 26)
