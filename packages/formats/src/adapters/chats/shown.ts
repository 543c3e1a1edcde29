const maxAddress = 1000

/** Returns a web address that another chat's payload may show; empty for others. */
export function webAddress(address: string): string {
  return address.length <= maxAddress && /^https?:\/\/[^\s<>"]+$/i.test(address) ? address : ''
}

/** Adds to `ignored` that a text is shortened. */
export function noteCut(text: string, most: number, place: string, ignored: string[]): void {
  if (text.length > most) ignored.push(`${place} after ${most} characters`)
}
