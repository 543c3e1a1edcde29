import { Id, type ImportHook, type ImportUser, importLimits } from '@posthorn/contract'
import {
  digest,
  existingHook,
  existingUsers,
  findChannels,
  findUsers,
  importedId,
  importHook,
  importUser,
} from '@posthorn/db'
import { isSlackHookKey } from '@posthorn/formats'
import type { z } from 'zod'
import { ownNotifyProps } from '../../objects/notify-props.js'
import { refusals } from '../../refusals/index.js'
import { hookBounds } from '../hooks/authorize.js'
import { validateChoices } from '../hooks/choices.js'
import { changesIn } from '../users/profile-changes.js'
import { validateProfile } from '../users/validate-user.js'
import { type Decision, type Importing, skipped, skippedAs } from './decide.js'

type User = z.output<typeof ImportUser>
type Hook = z.output<typeof ImportHook>

/** An account with the same e-mail address is the same person. One with the same name is somebody else. */
export async function decideUser({ deps, source }: Importing, row: User): Promise<Decision> {
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

export async function decideHook(importing: Importing, row: Hook): Promise<Decision> {
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
