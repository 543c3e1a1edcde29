/**
 * English as written where the user lives. The console's words are English, so those in times and numbers are, too. The order
 * of dates, the clock and the separators are the user's.
 */
export const locale = englishLike(new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions())

/** Returns the locale of English in the region of another locale, with that locale's 12- or 24-hour clock. */
export function englishLike({ locale, hourCycle }: Intl.ResolvedDateTimeFormatOptions): string {
  const { region } = new Intl.Locale(locale).maximize()
  return new Intl.Locale('en', { ...(region && { region }), ...(hourCycle && { hourCycle }) }).toString()
}

const whole = new Intl.NumberFormat(locale)

/** Formats a number in full. */
export function formatNumber(value: number): string {
  return whole.format(value)
}
