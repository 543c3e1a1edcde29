import { parse } from 'bowser'

/** Limit of a stored User-Agent; those of browsers are shorter. */
const maxReadChars = 512
/** Limit of a name and its version. */
const maxNameChars = 64
const unknown = 'unknown'

/**
 * Returns a session's device from its User-Agent, under the reference server's names: `browser` is a name and a
 * version (`Chrome/130.0.0.0`, `curl/8.5.0`), `os` is `Linux`, `platform` is `desktop`, and anything missing is
 * `unknown`. Empty without a User-Agent. Clients can send any text.
 */
export function deviceOf(userAgent = ''): Record<string, string> {
  const read = userAgent.slice(0, maxReadChars).trim()
  if (read === '') return {}
  const { browser, os, platform } = parse(read)
  const named = browser.name ? `${browser.name}/${browser.version ?? '0.0'}` : firstProductOf(read)
  return { browser: named.slice(0, maxNameChars), os: os.name ?? unknown, platform: platform.type ?? unknown }
}

/** Programs name themselves first; the rest is not needed: `python-requests/2.31 (…)`. */
function firstProductOf(userAgent: string): string {
  return userAgent.split(/[\s(;]/, 1)[0] || unknown
}
