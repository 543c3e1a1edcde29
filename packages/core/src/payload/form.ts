/** Whether the media type says form; its parameters and odd spellings do not matter (docs/behaviour.md, sending). */
export function isForm(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return false
  const end = contentType.indexOf(';')
  const mediaType = end < 0 ? contentType : contentType.slice(0, end)
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** The first `payload` of a form body, else of the URL's query (docs/behaviour.md, sending); `undefined` when neither has one. */
export function payloadField(body: string, query: URLSearchParams | string | undefined): string | undefined {
  for (const pair of body.split('&')) {
    if (!pair.startsWith('payload=')) continue
    const value = decode(pair.slice('payload='.length))
    if (value !== undefined) return value
  }
  return new URLSearchParams(query).get('payload') ?? undefined
}

/** A pair with a broken percent sign is as if it were not there, as in the reference. */
function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return undefined // malformed escapes are the sender's mistake, and foreseen
  }
}
