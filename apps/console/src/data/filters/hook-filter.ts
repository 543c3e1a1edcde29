import { maxFoundHooksPerPage } from '@posthorn/contract'

/** What hooks are searched by, and their order. */
export type HookListFilter = { find?: string; only?: HookStatus; sort?: HookOrder }

/** Statuses that lists of hooks are filtered by, and their orders; without one, newest first. */
export const hookStatuses = [
  'failing',
  'disabled',
  'never_used',
  'unused',
  'creator_deactivated',
  'unlocked',
] as const
export const hookListOrders = ['title', 'last_used', 'posted', 'failure_rate'] as const
export type HookStatus = (typeof hookStatuses)[number]
export type HookOrder = (typeof hookListOrders)[number]

/** Reads the filter of a list of hooks from the URL, and drops what is invalid. */
export function readHookFilter(search: Record<string, unknown>): HookListFilter {
  const find = search.find === undefined ? '' : String(search.find)
  const only = hookStatuses.find(status => status === search.only)
  const sort = hookListOrders.find(order => order === search.sort)
  return { ...(find && { find }), ...(only && { only }), ...(sort && { sort }) }
}

/** The search for one page of a list of hooks, as the server takes it. */
export function hookSearch({ find, only, sort }: HookListFilter, cursor: string) {
  return {
    search: find ?? '',
    only: only ?? '',
    sort: sort ?? '',
    cursor,
    limit: maxFoundHooksPerPage,
  } as const
}
