/** An untrusted object of an export. */
export type Fields = Record<string, unknown>

export const textField = (of: Fields, name: string): string => {
  const value = of[name]
  return typeof value === 'string' ? value : ''
}

export const timeIn = (of: Fields, name: string): number => {
  const value = Number(of[name])
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

export const listIn = (of: Fields, name: string): Fields[] => {
  const value = of[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}

export const fieldsIn = (of: Fields, name: string): Fields => {
  const value = of[name]
  return isFields(value) ? value : {}
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cuts a text that is longer here than it may be. */
export const cut = (text: string, characters: number): string =>
  Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('')

/** Cuts a text to at most so many bytes. */
export function fit(text: string, bytes: number): string {
  let characters = bytes
  while (Buffer.byteLength(cut(text, characters)) > bytes) characters--
  return cut(text, characters)
}
