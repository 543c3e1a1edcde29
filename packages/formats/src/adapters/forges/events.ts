import type { Adapted, Skipped } from '../adapter.js'
import { truncate } from '../markdown.js'
import type { Native } from '../native.js'

/** Reads one kind of event. */
export type EventReader = (body: Native, event: string) => Adapted | Skipped

const maxEvent = 80
const maxRepository = 500

/** Returns an event's name from its parts. A name appears in filters and in the history, so it has only harmless characters. */
export function eventName(...parts: string[]): string {
  const names = parts.map(part => truncate(part, maxEvent).replace(/[^\w:.-]+/g, '_'))
  return names.filter(name => name !== '').join('.') || 'unknown'
}

/** Returns that an event becomes no post. Without a reason, because nobody asked for it. */
export function notShown(event: string, reason = `${event} is not shown`): Skipped {
  return { event, skipped: reason }
}

/** Reads an event with the function for its name. */
export function dispatch(
  readers: Readonly<Record<string, EventReader>>,
  name: string,
  body: Native,
): Adapted | Skipped {
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  return reader ? reader(body, eventName(name)) : notShown(eventName(name, body.at('action').text))
}

/** Returns what a body lacks, in words for a person: the first of these fields that it does not have. */
export function lackedField(body: Native, ...paths: string[]): string | undefined {
  const lacked = paths.find(path => !body.at(...path.split('.')).exists)
  return lacked && `the field \`${lacked}\``
}

const maxId = 255

/** Adds the id by which a sender without a header for it recognizes a delivery that it repeats. */
export function withDeliveryId(end: Adapted | Skipped, id: string): Adapted | Skipped {
  return 'skipped' in end || id === '' ? end : { ...end, idempotencyKey: id.slice(0, maxId) }
}

/** Returns the words for a key of a table that is typed by its keys. */
export function eventWords(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Returns the thread of an issue or a pull request: `pull:acme/shop#42`. Without a number there is none. */
export function threadKeyOf(kind: string, repository: string, number: string): { threadKey?: string } {
  const key = keyFor(kind, repository, number)
  return key === undefined ? {} : { threadKey: key }
}

/** Returns a key such as `run:acme/shop#42`, if both parts are known. */
export function keyFor(kind: string, repository: string, id: string): string | undefined {
  if (repository === '' || id === '') return undefined
  return `${kind}:${truncate(repository, maxRepository)}#${truncate(id, maxRepository)}`
}
