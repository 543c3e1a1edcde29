import { type DeliveryOutcome, deliveryOutcomes, maxFoundHooksPerPage } from '@posthorn/contract'

/** Filters of a hook's deliveries, as in the URL. Times are milliseconds since 1970. */
export type HistoryFilter = { outcome?: DeliveryOutcome; text?: string; from?: number; to?: number }

/** Reads filters from the URL and drops invalid ones. */
export function readFilter(search: Record<string, unknown>): HistoryFilter {
  const { outcome, text } = search
  const [from, to] = [msIn(search.from), msIn(search.to)]
  return {
    ...(isOutcome(outcome) && { outcome }),
    ...(text !== undefined && text !== '' && { text: String(text) }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

function isOutcome(value: unknown): value is DeliveryOutcome {
  return deliveryOutcomes.some(outcome => outcome === value)
}

function msIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}

export function isFiltered(filter: HistoryFilter): boolean {
  return Object.keys(filter).length > 0
}

/** A change of filters. `undefined` removes one. */
export type Changes = { [Key in keyof HistoryFilter]?: HistoryFilter[Key] | undefined }

export function changeFilter(filter: HistoryFilter, changes: Changes): HistoryFilter {
  return readFilter({ ...filter, ...changes })
}

/** What hooks are searched by, and their order. */
export type HookListFilter = { find?: string; only?: HookStatus; sort?: HookOrder }

/** Statuses that lists of hooks are filtered by, and their orders; without one, newest first. */
const hookStatuses = [
  'failing',
  'disabled',
  'never_used',
  'unused',
  'creator_deactivated',
  'unlocked',
] as const
const hookListOrders = ['title', 'last_used', 'posted', 'failure_rate'] as const
export type HookStatus = (typeof hookStatuses)[number]
type HookOrder = (typeof hookListOrders)[number]

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
