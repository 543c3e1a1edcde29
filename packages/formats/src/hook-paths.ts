import { isId } from '@posthorn/core'
import { adapters } from './adapters/index.js'
import { nearestName } from './nearest-name.js'
import { isSlackHookKey, slackHookKey } from './slack-api/message.js'

/** The names that may follow a key. `slack` reads the body as a payload, without looking for another sender. */
const formatNames = [...adapters.map(({ name }) => name), 'slack']

/** The part of a path that names a format. */
export const formatPart = `:adapter(^(?:${formatNames.join('|')})$)`

/**
 * What a path below that of hooks means, although no route has it. `hook`: the id that only Discord's paths have. `mistake`: what is
 * wrong with it, without a part of it, which may be a key. Absent if it is only a name in capitals, which works.
 */
export type MistypedPath = {
  hook?: string | undefined
  key: string
  adapter?: string | undefined
  mistake?: string | undefined
}

/** Reads the parts of a mistyped path behind each of its beginnings, decoded. Undefined if nothing in it can be a key. */
export const mistypedPaths = { hooks: hookPath, services: slackPath, webhooks: discordPath } as const

/** Parts after a key whose paths have other methods. */
const otherPaths = new Set(['posts', 'deliveries', 'messages'])

const withoutJunk = (part: string) => part.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')

/** The key is the first part that looks like one, because people add the whole path of a hook to one that they have. */
function hookPath(parts: string[]): MistypedPath | undefined {
  if (otherPaths.has(parts[1] ?? '')) return undefined
  const at = Math.max(
    parts.findIndex(part => isId(withoutJunk(part))),
    0,
  )
  const [given = '', part, ...rest] = parts.slice(at)
  const key = withoutJunk(given)
  if (!/^[A-Za-z0-9]+$/.test(key) || otherPaths.has(part ?? '')) return undefined
  if (at > 0) return { key, mistake: 'The URL has something before the key.' }
  const adapter = part?.toLowerCase()
  if (key === given && rest.length === 0 && formatNames.includes(adapter ?? '')) return { key, adapter }
  return { key, mistake: junkIn(given) ?? mistakeAfter([part ?? '', ...rest]) }
}

function discordPath([hook = '', ...parts]: string[]): MistypedPath | undefined {
  const path = hookPath(parts.length > 0 ? parts : [hook])
  if (parts.length > 0) return path && { ...path, hook }
  return path && { ...path, mistake: "The URL needs the hook's id before the key." }
}

/** The whole path is the key of a hook that was imported from Slack. */
function slackPath([workspace = '', webhook = '', given = '', ...rest]: string[]): MistypedPath | undefined {
  const key = slackHookKey({ workspace, webhook, secret: withoutJunk(given) })
  if (!isSlackHookKey(key)) return undefined
  const isLonger = rest.some(part => part !== '')
  return {
    key,
    mistake: isLonger ? 'The URL has something after the key.' : (junkIn(given) ?? mistakeAfter(rest)),
  }
}

function mistakeAfter([part = '', ...rest]: string[]): string {
  if (part === '' && rest.every(other => other === '')) return 'The URL has a slash after the key.'
  const nearest = nearestName(part.trim(), formatNames)
  if (nearest === undefined) return 'The part after the key is no adapter. Leave it out, or name an adapter.'
  return `The part after the key is no adapter. Did you mean /hooks/<key>/${nearest}?`
}

/** Says what surrounds a key. */
function junkIn(given: string): string | undefined {
  if (withoutJunk(given) === given) return undefined
  const where = /^[A-Za-z0-9]/.test(given) ? 'after' : 'before'
  if (/[\r\n]/.test(given)) return `The URL has a line break ${where} the key.`
  return `The URL has a ${/\s/.test(given) ? 'space' : 'character that no key has'} ${where} the key.`
}
