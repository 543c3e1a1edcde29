import { createHash } from 'node:crypto'
import {
  calls,
  Id,
  type ImportChannel,
  type ImportHook,
  type ImportTeam,
  type ImportUser,
  importLimits,
  type OutputOf,
} from '@posthorn/contract'
import {
  createTeam,
  digest,
  directChannels,
  existingChannel,
  existingHook,
  existingTeam,
  existingUsers,
  findChannels,
  findTeam,
  findUsers,
  type ImportedMember,
  importChannel,
  importedId,
  importHook,
  importMembers,
  importUser,
  isImportStarted,
  startImport as noteStart,
} from '@posthorn/db'
import { isSlackHookKey } from '@posthorn/formats'
import { newId, newSecret } from '@posthorn/server'
import type { z } from 'zod'
import { serve } from '../../http/serve-calls.js'
import { ownNotifyProps } from '../../objects/notify-props.js'
import { refusals } from '../../refusals/index.js'
import { refused } from '../../refusals/refused.js'
import { validateChannelTexts } from '../channels/validate-channel.js'
import { hookBounds } from '../hooks/authorize.js'
import { validateChoices } from '../hooks/choices.js'
import { teamFieldsOf, validateTeam } from '../teams/validate-team.js'
import { changesIn } from '../users/profile-changes.js'
import { validateProfile } from '../users/validate-user.js'
import { type Decision, type Importing, importEach, skipped, skippedAs } from './decide.js'

type Objects = OutputOf<(typeof calls.importObjects)['body']>

export const startImport = serve(calls.startImport, async ({ deps, body: { source } }) => {
  const started_at = await noteStart(deps.db, { source, startedAt: deps.nowMs() })
  return { source, started_at }
})

export const checkImport = serve(calls.checkImport, ({ deps, caller, body }) =>
  importInOrder({ deps, caller, source: body.source, isTrial: true }, body),
)

export const importObjects = serve(calls.importObjects, async ({ deps, caller, body }) => {
  if (!(await isImportStarted(deps.db, body.source))) return refused('no_such_import')
  return importInOrder({ deps, caller, source: body.source, isTrial: false }, body)
})

/** Each kind refers only to those before it. */
async function importInOrder(importing: Importing, body: Objects) {
  const { isTrial } = importing
  return {
    teams: await importEach(body.teams, isTrial, row => decideTeam(importing, row)),
    users: await importEach(body.users, isTrial, row => decideUser(importing, row)),
    channels: await importEach(body.channels, isTrial, row => decideChannel(importing, row)),
    members: isTrial ? { created: 0, missing: 0 } : await joinAll(importing, body),
    hooks: await importEach(body.hooks, isTrial, row => decideHook(importing, row)),
  }
}

function joinAll({ deps }: Importing, { members }: Objects) {
  const rows = members.map((row): ImportedMember => {
    // a membership of a channel counts, whatever its team is
    const teamId = row.channel_id === '' ? row.team_id : ''
    return { teamId, channelId: row.channel_id, userId: row.user_id, isAdmin: row.is_admin }
  })
  return importMembers(deps.db, rows, { most: deps.settings().MaxUsersPerTeam, nowMs: deps.nowMs() })
}

type Team = z.output<typeof ImportTeam>
type Channel = z.output<typeof ImportChannel>

/** A team of the same name is used as it is. */
async function decideTeam({ deps, caller, source }: Importing, row: Team): Promise<Decision> {
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
async function decideChannel(importing: Importing, row: Channel): Promise<Decision> {
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

type User = z.output<typeof ImportUser>
type Hook = z.output<typeof ImportHook>

/** An account with the same e-mail address is the same person. One with the same name is somebody else. */
async function decideUser({ deps, source }: Importing, row: User): Promise<Decision> {
  const id = importedId({ source, kind: 'user', id: row.id, createAt: row.create_at })
  const changes = changesIn(row)
  const { username = '', email = '' } = changes
  const existing = await existingUsers(deps.db, { id, username, email })
  if (existing.same !== undefined) return { outcome: 'known', id }
  if (existing.byEmail !== undefined)
    return {
      outcome: 'matched',
      id: existing.byEmail,
      reason: 'An account with this e-mail address exists.',
    }
  const mistake = existing.byName === undefined ? validateProfile(changes) : 'username_taken'
  if (mistake) return skippedAs(mistake)
  if (!isUsableDigest(row.password_digest))
    return skipped('Its password is no bcrypt digest of a usable cost.')
  const user = {
    ...{ nickname: '', firstName: '', lastName: '', position: '', locale: 'en', ...changes },
    ...{ id, username, email, createAt: row.create_at, deleteAt: row.delete_at },
    notifyProps: ownNotifyProps({ username }, {}),
    passwordHash: row.password_digest,
  }
  const create = async () => ((await importUser(deps.db, user)) ? undefined : refusals.username_taken.message)
  return { outcome: 'new', id, create }
}

const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** Higher costs would occupy the places of logins for seconds. */
function isUsableDigest(text: string): boolean {
  const cost = Number(bcrypt.exec(text)?.[1])
  return text === '' || (cost >= importLimits.leastBcryptCost && cost <= importLimits.mostBcryptCost)
}

async function decideHook(importing: Importing, row: Hook): Promise<Decision> {
  const { deps, source, isTrial } = importing
  const id = importedId({ source, kind: 'hook', id: row.id, createAt: row.create_at })
  const digests = digestsOf(row)
  if (!digests) return skipped('Its key or path has an unknown form.')
  const existing = await existingHook(deps.db, { id, digests })
  if (existing === id) return { outcome: 'known', id }
  if (existing !== undefined) return skippedAs('key_taken')
  const mistake = validateChoices(row)
  if (mistake) return skippedAs(mistake)
  const channel = (await findChannels(deps.db, [row.channel_id])).get(row.channel_id)
  const [user] = await findUsers(deps.db, [row.user_id])
  if (isTrial) return { outcome: 'new', id, create: async () => undefined }
  if (!channel || channel.teamId === '') return skippedAs('no_such_channel')
  if (!user) return skippedAs('no_such_user')
  const hook = {
    ...{ id, createAt: row.create_at, userId: user.id, channelId: channel.id, teamId: channel.teamId },
    ...{ displayName: row.display_name, description: row.description },
    confirm: deps.settings().ConfirmNewHooks,
    locked: row.channel_locked,
  }
  const create = async () => {
    const made = await importHook(deps.db, hook, digests, hookBounds(deps))
    return made === 'created' ? undefined : refusals[made === 'exists' ? 'key_taken' : made].message
  }
  return { outcome: 'new', id, create }
}

type Digest = Uint8Array<ArrayBuffer>

/** Returns the digests that open a hook: that of its key, and maybe that of its path. Undefined if one has an unknown form. */
function digestsOf({ key, key_sha256, path, path_sha256 }: Hook): Digest[] | undefined {
  const ofKey = digestOf(key, key_sha256, text => Id.safeParse(text).success)
  if (path + path_sha256 === '') return ofKey && [ofKey]
  const ofPath = digestOf(path, path_sha256, isSlackHookKey)
  return ofKey && ofPath && [ofKey, ofPath]
}

function digestOf(text: string, sha256: string, isValid: (text: string) => boolean): Digest | undefined {
  if (text !== '') return isValid(text) ? digest(text) : undefined
  return /^[0-9a-f]{64}$/.test(sha256) ? new Uint8Array(Buffer.from(sha256, 'hex')) : undefined
}
