/**
 * English as written where the user lives. The console's words are English, so those in times and numbers are, too. The order
 * of dates, the clock and the separators are the user's.
 */
export const locale = englishLike(new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions())

/**
 * Returns the locale of English in the region of another locale, with that locale's 12- or 24-hour clock. English without data
 * for a region has the order of the United States, so international English stands in where people write the day first.
 */
export function englishLike({ locale, hourCycle }: Intl.ResolvedDateTimeFormatOptions): string {
  const { region } = new Intl.Locale(locale).maximize()
  const clock = hourCycle && { hourCycle }
  const english = new Intl.Locale('en', { ...(region && { region }), ...clock }).toString()
  return isDayFirst(locale) && !isDayFirst(english) ? new Intl.Locale('en-001', clock).toString() : english
}

function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).formatToParts(0)
  const types = parts.map(({ type }) => type)
  return types.indexOf('day') < types.indexOf('month')
}

/** Returns how English writes hours: 9:30 AM, but 09:30. */
export function hourIn(locale: string): 'numeric' | '2-digit' {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return hour12 ? 'numeric' : '2-digit'
}

/** How the user's English writes hours. */
export const hour = hourIn(locale)

const whole = new Intl.NumberFormat(locale)

/** Formats a number in full. */
export function formatNumber(value: number): string {
  return whole.format(value)
}
