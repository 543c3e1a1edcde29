import type { ChannelObject, HookObject, UserObject } from '@posthorn/contract'
import { Failure, usageFailure } from '../failure.js'
import type { Server } from './server.js'

const isId = (text: string) => /^[a-z0-9]{26}$/.test(text)

/** Finds a hook by its ID or title. @throws Failure if there is none, or more than one */
export async function lookUpHook(server: Server, wanted: string): Promise<HookObject> {
  const { id: team } = await server.team()
  if (isId(wanted)) return server.client.getHook({ params: { team, hook: wanted } })
  const { hooks } = await server.client.searchHooks({ params: { team }, query: { search: wanted } })
  const named = hooks.filter(({ display_name, delete_at }) => display_name === wanted && delete_at === 0)
  if (named[0] && named.length === 1) return named[0]
  if (named.length > 1)
    throw usageFailure(
      `Several hooks have the title ${wanted}.`,
      `Use an ID: ${named.map(({ id }) => id).join(', ')}`,
    )
  throw new Failure(`There is no hook ${wanted}.`, 'List them: posthorn hooks list')
}

/** Finds a channel by its ID or by its name, with or without `#`. */
export async function lookUpChannel({ client, team }: Server, wanted: string): Promise<ChannelObject> {
  const { id } = await team()
  if (isId(wanted)) return (await client.getChannel({ params: { team: id, channel: wanted } })).channel
  return client.getChannelByName({ params: { team: id, name: wanted.replace(/^[#~]/, '') } })
}

/** Finds a user by ID, e-mail address or user name, with or without `@`. */
export async function lookUpUser({ client }: Server, wanted: string): Promise<UserObject> {
  if (isId(wanted)) return client.getUser({ params: { user: wanted } })
  const name = wanted.replace(/^@/, '')
  return name.includes('@')
    ? client.getUserByEmail({ params: { email: name } })
    : client.getUserByUsername({ params: { username: name } })
}
