/** The characters of a URI (RFC 3986). Browsers drop or replace others. */
const written = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/

/** Checks whether this is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
  return written.test(text) && /^https?:\/\//.test(text) && URL.canParse(text)
}

/** Checks a redirect address like `isHttpAddress`, and rejects user names, which could only deceive. */
export function isCallback(text: string): boolean {
  if (!isWebAddress(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
