/** What narrows a hook's deliveries, as the address has it. Times are in milliseconds since 1970. */
export type HistoryFilter = { outcome?: 'posted' | 'rejected'; text?: string; from?: number; to?: number }

/** What an address says of it; what is none is as if it were absent. */
export function readFilter(search: Record<string, unknown>): HistoryFilter {
  const { outcome, text } = search
  const [from, to] = [msIn(search.from), msIn(search.to)]
  return {
    ...((outcome === 'posted' || outcome === 'rejected') && { outcome }),
    ...(text !== undefined && text !== '' && { text: String(text) }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

function msIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}

export function isFiltered(filter: HistoryFilter): boolean {
  return Object.keys(filter).length > 0
}

/** What is changed of a filter; what is undefined narrows it no more. */
export type Changes = { [Key in keyof HistoryFilter]?: HistoryFilter[Key] | undefined }

export function changeFilter(filter: HistoryFilter, changes: Changes): HistoryFilter {
  return readFilter({ ...filter, ...changes })
}
