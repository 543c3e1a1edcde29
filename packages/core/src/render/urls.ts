/** What a link may do (SECURITY.md); all else, `javascript:` above all, stays text. */
const linkSchemes = new Set(['http', 'https', 'mailto', 'ftp'])

/** Schemes of other programs, to which nothing here leads: of such a link its label is shown. */
const labelOnly = /^(?:tel|sms|callto|facetime|skype|slack|msteams|zoommtg):/i

/** Whether a link shows its label and leads nowhere. */
export function isLabelOnly(url: string): boolean {
  return labelOnly.test(url)
}

/** Where a link leads, `undefined` when it is not safe. Without a scheme or a leading `/` or `#` it is a host (docs/behaviour.md, rendering). */
export function linkTarget(url: string): string | undefined {
  const scheme = schemeOf(url)
  if (scheme !== undefined) return linkSchemes.has(scheme) ? url : undefined
  return /^[/#?]/.test(url) ? url : `http://${url}`
}

/** An image is fetched by whoever looks at it, so it comes from a host that the markdown names, never from here. */
export function imageSource(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined
}

/** A port is no scheme: `example.com:8080/x`. */
function schemeOf(url: string): string | undefined {
  if (/^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{1,5}(?:[/?#]|$)/i.test(url)) return undefined
  return /^([a-z][a-z0-9+.-]{0,63}):/i.exec(url)?.[1]?.toLowerCase()
}
