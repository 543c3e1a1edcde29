import type { HookObject } from '@posthorn/contract'
import { useQueries } from '@tanstack/react-query'
import { hookTitle } from '../data/hooks.js'
import { userQuery } from '../data/users.js'
import { nameOf, useTargetChannels } from './channel-choice.js'

/** The hooks whose title, description, channel or creator has what is searched for. */
export function useFoundHooks(hooks: HookObject[], find: string): HookObject[] {
  const channels = useTargetChannels()
  const creators = useQueries({
    queries: [...new Set(hooks.map(({ user_id }) => user_id))].map(userQuery),
    combine: answers => new Map(answers.map(({ data }) => [data?.id, data?.username])),
  })
  const wanted = find.trim().toLowerCase()
  if (wanted === '') return hooks
  const names = new Map(channels?.map(channel => [channel.id, `${nameOf(channel)} ${channel.name}`]))
  return hooks.filter(hook =>
    [hookTitle(hook), hook.description, names.get(hook.channel_id), creators.get(hook.user_id)]
      .join('\n')
      .toLowerCase()
      .includes(wanted),
  )
}
