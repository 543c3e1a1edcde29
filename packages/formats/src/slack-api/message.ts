import { ignore, type Notes } from '@posthorn/core'

/** Arguments that mean the same in a payload. */
const payloadNames = new Set([
  ...['text', 'blocks', 'attachments', 'username', 'icon_url', 'channel', 'thread_ts'],
  ...['thread_key', 'update_key', 'close', 'root_id', 'type', 'props'],
])

/** Arguments that are read elsewhere. */
const otherNames = new Set(['client_msg_id', 'markdown_text', 'ts', 'team_id', 'as_user'])

/** Returns the payload of a message in Slack's API as JSON, and the names of its arguments without effect. */
export function payloadOfArguments(args: Record<string, unknown>): { json: string; ignored: string[] } {
  const notes: Notes = { refusal: undefined, ignored: [] }
  const payload: [string, unknown][] = []
  for (const [name, value] of Object.entries(args)) {
    if (payloadNames.has(name)) payload.push([name, value])
    else if (!otherNames.has(name)) ignore(notes, name)
  }
  const { text, markdown_text: markdown } = args
  if (!text && typeof markdown === 'string') payload.push(['text', markdown])
  return { json: JSON.stringify(Object.fromEntries(payload)), ignored: notes.ignored }
}

/** Returns the payload of a message with files that were uploaded before. */
export function payloadOfFiles(args: Record<string, unknown>): { json: string; ignored: string[] } {
  const { channel_id, channels, thread_ts, blocks, initial_comment: text, files } = args
  const file_ids = Array.isArray(files) ? files.map(file => (file as { id?: unknown } | null)?.id) : []
  return {
    json: JSON.stringify({ channel: channel_id || channels, text, thread_ts, blocks, file_ids }),
    ignored: [],
  }
}

/** Longer lists and objects take long to copy between threads. */
const maxCopiedCharacters = 64 * 1024

/** Returns the arguments without lists and objects that take long to copy. The payload has them as text. */
export function lightArguments(args: Record<string, unknown>): Record<string, unknown> {
  let left = maxCopiedCharacters
  const isLight = (value: unknown) => {
    if (typeof value === 'object') left -= JSON.stringify(value).length
    return typeof value !== 'object' || left >= 0
  }
  return Object.fromEntries(Object.entries(args).filter(([, value]) => isLight(value)))
}

/** The same as a format of an adapter. */
type SlackFormat = { name: string; headers: Record<string, string>; query: string }

/** The name of the format of deliveries that came by Slack's Web API. Their JSON is a payload. */
const slackApiFormatName = 'slack-api'

/**
 * Returns the format of a delivery by Slack's Web API. `team`: set if a user's token sent it, because channel names are those of a
 * team.
 */
export function slackApiFormat(method: string, team: string | undefined): SlackFormat {
  return {
    name: slackApiFormatName,
    headers: { method, ...(team !== undefined && { team }) },
    query: '',
  }
}

/** Returns whether a delivery came by Slack's Web API, whose targets may be ids, and whose posts need timestamps. */
export function isSlackApi(format: SlackFormat | undefined): boolean {
  return format?.name === slackApiFormatName
}

/** Returns the team of a delivery that a user's token sent. The delivery's `hookId` is then the user's id. */
export function senderTeamOf(format: SlackFormat | undefined): string | undefined {
  return isSlackApi(format) ? format?.headers.team : undefined
}

/** The parts of a path of Slack's incoming webhooks, `/services/T…/B…/…`: workspace, webhook and secret. */
export const slackHookParts = {
  workspace: 'T[A-Z0-9]{4,20}',
  webhook: 'B[A-Z0-9]{4,20}',
  secret: '[A-Za-z0-9]{16,64}',
} as const

const { workspace, webhook, secret } = slackHookParts
const key = new RegExp(`^services/${workspace}/${webhook}/${secret}$`)

/** Returns what opens a hook that keeps its path in Slack, in place of a key. No key looks like it. */
export function slackHookKey(parts: Record<keyof typeof slackHookParts, string>): string {
  return `services/${parts.workspace}/${parts.webhook}/${parts.secret}`
}

/** Returns whether a text is what `slackHookKey` returns. */
export function isSlackHookKey(text: string): boolean {
  return key.test(text)
}
