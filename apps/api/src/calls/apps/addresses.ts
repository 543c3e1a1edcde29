/** What an address is written with: RFC 3986. Browsers drop or turn around what else there may be. */
const written = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/

/** Whether this is a whole address of http or https. */
export function isWebAddress(text: string): boolean {
  return written.test(text) && /^https?:\/\//.test(text) && URL.canParse(text)
}

/** The same for where a user may be sent back to: a user name in it would only deceive. */
export function isCallback(text: string): boolean {
  if (!isWebAddress(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
