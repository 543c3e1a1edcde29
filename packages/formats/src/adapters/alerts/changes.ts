import type { Skipped } from '../adapter.js'
import { notShown } from '../forges/events.js'
import { plain } from '../markdown.js'
import { listOnLine } from './alert.js'

/** Returns that a change of these fields becomes no post. */
export function otherFields(event: string, fields: string[]): Skipped {
  const names = listOnLine(fields.filter(name => name !== 'updatedAt').map(name => plain(name, 40)))
  return notShown(event, names === '' ? undefined : `${event} of ${names} is not shown`)
}
