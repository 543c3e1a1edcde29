import type { UserObject } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** Ids requested within this time are fetched together. */
const gatherMs = 5
const dayMs = 86_400_000

type Waiting = { ids: Set<string>; answer: Promise<Record<string, UserObject>> }
let gathering: Waiting | undefined

/** Fetches a user, batched with others that are requested at the same time. */
async function findUser(id: string): Promise<UserObject | null> {
  gathering ??= gather()
  gathering.ids.add(id)
  return (await gathering.answer)[id] ?? null
}

function gather(): Waiting {
  const ids = new Set<string>()
  const answer = new Promise<void>(resolve => setTimeout(resolve, gatherMs)).then(() => {
    gathering = undefined
    return api.listUsersById({ body: [...ids] })
  })
  return { ids, answer }
}

/** A user by id, or null. */
export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id], queryFn: () => findUser(id), staleTime: dayMs })

/** A user by name (lowercase). */
export const userByNameQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'by name', username],
    queryFn: ({ signal }) => api.getUserByUsername({ params: { username }, signal }),
    staleTime: dayMs,
  })

/** The other user of a direct channel, whose name consists of both ids. */
export function otherUserId(channelName: string, me: string): string {
  return channelName.split('__').find(id => id !== me) ?? me
}

/** Whether a user is a system administrator. */
export function hasAdminRole({ roles }: Pick<UserObject, 'roles'>): boolean {
  return roles.split(' ').includes('system_admin')
}
