/** Objects in a page: if the call does not say how many, and at most. */
const usualPageSize = 100
const maxPageSize = 200

/** Returns how many objects a call asks for. Slack also shortens longer pages. */
export function pageSize({ limit }: Record<string, unknown>): number {
  const wanted = Math.floor(Number(limit ?? usualPageSize))
  return wanted >= 1 ? Math.min(wanted, maxPageSize) : usualPageSize
}

/** Returns what a cursor stands for; empty without one. Undefined if it is not one of ours. */
export function readCursor({ cursor }: Record<string, unknown>): string | undefined {
  if (cursor === undefined || cursor === '') return ''
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : ''
  return /^at:[0-9a-z]{1,26}$/.test(text) ? text.slice('at:'.length) : undefined
}

/** Returns the offset in a cursor. Undefined if it is not one of ours. */
export function offsetIn(args: Record<string, unknown>): number | undefined {
  const text = readCursor(args)
  if (text === '') return 0
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Returns the cursor of the next page; empty at the end. */
export function nextCursor(at: string) {
  const cursor = at === '' ? '' : Buffer.from(`at:${at}`).toString('base64url')
  return { response_metadata: { next_cursor: cursor } }
}
