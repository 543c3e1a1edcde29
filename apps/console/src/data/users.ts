import type { UserObject } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** Ids that are asked for within this time are asked for together. */
const gatherMs = 5
const dayMs = 86_400_000

type Waiting = { ids: Set<string>; answer: Promise<Record<string, UserObject>> }
let gathering: Waiting | undefined

/** Asks for a user with all others that are wanted at the same moment, in one call. */
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

/** A user by id, null where there is none. */
export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id], queryFn: () => findUser(id), staleTime: dayMs })

/** A user by name, which is in lower case. */
export const userByNameQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'by name', username],
    queryFn: ({ signal }) => api.getUserByUsername({ params: { username }, signal }),
    staleTime: dayMs,
  })

/** Who is at the other end of a direct channel, whose name is both ids. */
export function otherUserId(channelName: string, me: string): string {
  return channelName.split('__').find(id => id !== me) ?? me
}
