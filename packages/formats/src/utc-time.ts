const zone = /(?:Z|\bUTC?|\bGMT|\b[ECMP][SD]T|:\d\d[^+-]*[+-]\d\d(?::?\d\d)?|\))$/i
const maxLength = 40

/** Returns a date in milliseconds since 1970; NaN if it is none. A date without a zone is in UTC, wherever the server is. */
export function utcMilliseconds(text: string): number {
  const date = text.slice(0, maxLength).trim()
  if (zone.test(date)) return Date.parse(date)
  const found = [`${date}Z`, `${date} UTC`].map(each => Date.parse(each)).find(ms => !Number.isNaN(ms))
  return found ?? Number.NaN
}
