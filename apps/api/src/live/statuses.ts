import { Id, maxPageSize } from '@posthorn/contract'
import { z } from 'zod'

/** Users' statuses by their ids. */
export type Statuses = Record<string, 'online' | 'offline'>

/** All users who are online. */
export function statusesOf(online: Set<string>): Statuses {
  return Object.fromEntries([...online].map(id => [id, 'online']))
}

/** The given users, online or not. */
export function statusesOfIds(online: Set<string>, ids: string[]): Statuses {
  return Object.fromEntries(ids.map(id => [id, online.has(id) ? 'online' : 'offline']))
}

/** The data of `get_statuses_by_ids`. */
export const AskedStatuses = z.object({ user_ids: z.array(Id).max(maxPageSize) })
