import { ignore, type Notes } from '../../values/notes.js'

/** Arguments that mean the same in a payload. */
const payloadNames = new Set([
  ...['text', 'blocks', 'attachments', 'username', 'icon_url', 'channel', 'thread_ts'],
  ...['thread_key', 'update_key', 'close', 'root_id', 'type', 'props'],
])

/** Arguments that are read elsewhere. */
const otherNames = new Set(['token', 'client_msg_id', 'markdown_text', 'ts', 'team_id', 'as_user'])

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
