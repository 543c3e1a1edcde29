import { type Fields, fieldsIn, isFields, listIn, textField } from '../files/fields.js'

export type ListedChannel = { id: string; name: string; isPrivate: boolean; header: string; purpose: string }
/** `channel`: the ID or name of its channel. `creator`: empty if it is unknown. */
export type ListedHook = { id: string; url: string; title: string; channel: string; creator: string }

/** How to read what the API of a service returns. */
export type ListedService = {
  channels: (json: unknown) => ListedChannel[]
  hooks: (json: unknown) => ListedHook[]
}

/** The objects of an array, or of the first array in an object. */
function objectsIn(json: unknown): Fields[] {
  if (Array.isArray(json)) return json.filter(isFields)
  const name = isFields(json) ? Object.keys(json).find(key => Array.isArray(json[key])) : undefined
  return isFields(json) && name !== undefined ? listIn(json, name) : []
}

/** `channels.list`, `groups.list` and `integrations.list`. */
const rocketchat: ListedService = {
  channels: json =>
    objectsIn(json).map(of => ({
      ...{ id: textField(of, '_id'), name: textField(of, 'name'), isPrivate: of.t === 'p' },
      ...{ header: textField(of, 'topic'), purpose: textField(of, 'description') },
    })),
  hooks: json =>
    objectsIn(json)
      .filter(({ type, enabled }) => type === 'webhook-incoming' && enabled !== false)
      .map(of => ({
        ...{ id: textField(of, '_id'), title: textField(of, 'name') },
        url: `/hooks/${textField(of, '_id')}/${textField(of, 'token')}`,
        channel: String(Array.isArray(of.channel) ? of.channel[0] : (of.channel ?? '')).replace(/^#/, ''),
        creator: textField(fieldsIn(of, '_createdBy'), 'username'),
      })),
}

const textChannels = new Set<unknown>([0, 5])
const viewChannel = 1024n
const incoming = 1

/** `GET /guilds/…/channels` and `GET /guilds/…/webhooks`. */
const discord: ListedService = {
  channels: json =>
    objectsIn(json)
      .filter(({ type }) => textChannels.has(type))
      .map(of => ({
        ...{ id: textField(of, 'id'), name: textField(of, 'name'), isPrivate: isHidden(of) },
        ...{ header: textField(of, 'topic'), purpose: '' },
      })),
  hooks: json =>
    objectsIn(json)
      .filter(({ type, token }) => type === incoming && typeof token === 'string')
      .map(of => ({
        ...{ id: textField(of, 'id'), title: textField(of, 'name'), channel: textField(of, 'channel_id') },
        url: `https://discord.com/api/webhooks/${textField(of, 'id')}/${textField(of, 'token')}`,
        creator: textField(fieldsIn(of, 'user'), 'username'),
      })),
}

/** Whether `@everyone`, whose role has the guild’s ID, cannot view the channel. */
function isHidden(of: Fields): boolean {
  const everyone = listIn(of, 'permission_overwrites').find(({ id }) => id === of.guild_id)
  const denied = textField(everyone ?? {}, 'deny')
  return /^\d{1,30}$/.test(denied) && (BigInt(denied) & viewChannel) !== 0n
}

export const services = { rocketchat, discord }
