let last = 0

/** Returns another address each time, from which nobody has called. */
export function nextAddress(): string {
  last++
  return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`
}
