import type { ObjectKind, Records, Skip } from '../source.js'

/** The IDs here of the source's objects, and what opens its hooks. */
export class Ids {
  readonly #ids = new Map<string, string>()
  readonly #keys = new Set<string>()

  /** Notes what opens a hook. @returns false if it opens an earlier one */
  claimKeys({ key, key_sha256, path, path_sha256 }: Records['hook']): boolean {
    const keys = [key || key_sha256, path || path_sha256].filter(text => text)
    const isFree = keys.every(text => !this.#keys.has(`${text}`))
    for (const text of keys) this.#keys.add(`${text}`)
    return isFree
  }

  set(kind: ObjectKind, key: string, id: string): void {
    this.#ids.set(`${kind} ${key}`, id)
  }

  get(kind: ObjectKind, key: string | undefined): string {
    return key === undefined || key === '' ? '' : (this.#ids.get(`${kind} ${key}`) ?? '')
  }
}

/** What a report calls a hook. */
export const nameOfHook = ({ id, display_name }: Records['hook']) => display_name || id

type Resolve<Kind extends keyof Records> = (
  record: Records[Kind],
  ids: Ids,
  skip: Skip,
) => Records[Kind] | undefined

/** Replace the source's IDs in a record. Undefined for what belongs to something that was skipped. */
export const resolvers: { [Kind in keyof Records]: Resolve<Kind> } = {
  team: team => team,
  user: user => user,
  channel: (channel, ids, skip) => {
    const team_id = ids.get('team', channel.team_id)
    const member_ids = (channel.member_ids ?? []).map(id => ids.get('user', id)).filter(id => id !== '')
    const isHomeless = channel.type === 'D' ? member_ids.length < 2 : team_id === ''
    if (isHomeless)
      return void skip('channel', channel.id, 'Its team, or a member of the direct channel, is missing.')
    return { ...channel, team_id, member_ids, creator_id: ids.get('user', channel.creator_id) }
  },
  member: (member, ids) => {
    const [team_id, channel_id] = [ids.get('team', member.team_id), ids.get('channel', member.channel_id)]
    const user_id = ids.get('user', member.user_id)
    return user_id === '' || team_id + channel_id === ''
      ? undefined
      : { ...member, team_id, channel_id, user_id }
  },
  hook: (hook, ids, skip) => {
    const [channel_id, user_id] = [ids.get('channel', hook.channel_id), ids.get('user', hook.user_id)]
    if (channel_id === '') return void skip('hook', nameOfHook(hook), 'Its channel was not imported.')
    if (user_id === '') return void skip('hook', nameOfHook(hook), 'Its creator was not imported.')
    if (!ids.claimKeys(hook))
      return void skip('hook', nameOfHook(hook), 'An earlier webhook has the same key or URL.')
    return { ...hook, channel_id, user_id }
  },
  post: (post, ids, skip) => {
    const [channel_id, user_id] = [ids.get('channel', post.channel_id), ids.get('user', post.user_id)]
    if (channel_id === '') return void skip('post', post.id, 'Its channel was not imported.')
    if (user_id !== '') return { ...post, channel_id, user_id }
    const named = { from_webhook: 'true', override_username: post.author, ...post.props }
    return { ...post, channel_id, user_id, props: named }
  },
}
