import { parse } from 'bowser'

/** Of a User-Agent; those of browsers are shorter. */
const maxReadChars = 512
/** Of a name and its version. */
const maxNameChars = 64
const unknown = 'unknown'

/**
 * What a session is begun with, as its User-Agent tells, under the reference server's names: `browser` is a name and a
 * version, `Chrome/130.0.0.0` or `curl/8.5.0`, `os` is `Linux`, `platform` is `desktop`; what it does not tell is `unknown`.
 * Empty where there is no User-Agent. Whoever calls may have made it up.
 */
export function deviceOf(userAgent = ''): Record<string, string> {
  const read = userAgent.slice(0, maxReadChars).trim()
  if (read === '') return {}
  const { browser, os, platform } = parse(read)
  const named = browser.name ? `${browser.name}/${browser.version ?? '0.0'}` : firstProductOf(read)
  return { browser: named.slice(0, maxNameChars), os: os.name ?? unknown, platform: platform.type ?? unknown }
}

/** Programs name themselves first, and nothing behind it is wanted: `python-requests/2.31 (…)`. */
function firstProductOf(userAgent: string): string {
  return userAgent.split(/[\s(;]/, 1)[0] || unknown
}
