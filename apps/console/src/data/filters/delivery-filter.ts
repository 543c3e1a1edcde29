import { type DeliveryOutcome, deliveryOutcomes } from '@posthorn/contract'

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
