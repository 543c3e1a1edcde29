import { cleanValue } from '../values/clean.js'
import { isRecord, refuseKind } from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import type { Payload } from './payload.js'

/** Props that name the poster and the attachments. Payloads cannot forge them (docs/behaviour.md, payload). */
const reserved = [
  'from_webhook',
  'override_username',
  'override_icon_url',
  'webhook_display_name',
  'webhook_id',
  'attachments',
  'repeats',
]

export function readProps(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const clean = isRecord(value) ? cleanValue(value) : undefined
  if (!isRecord(value)) refuseKind(notes, at, 'an object', value)
  else if (!isRecord(clean)) refuse(notes, 'props_too_long', `${at} is too large or nested too deeply.`)
  else payload.props = withoutReserved(clean, notes)
}

function withoutReserved(props: Record<string, unknown>, notes: Notes): Record<string, unknown> {
  for (const name of reserved) {
    if (!Object.hasOwn(props, name)) continue
    delete props[name]
    ignore(notes, `props.${name}`)
  }
  return props
}
