import type { Adapted, Adapter, SenderHeaders, Skipped } from '../adapter.js'
import { eventName, withDeliveryId } from '../forges/events.js'
import { listOfLeaves } from '../json/describe.js'
import { postOfAny } from '../json/json.js'
import { bold, count, joined, link, plain } from '../markdown.js'
import { type Native, native } from '../native.js'

const attributes = ['ce-id', 'ce-source', 'ce-specversion', 'ce-subject', 'ce-type']

/**
 * CloudEvents (https://github.com/cloudevents/spec): one event as JSON, a batch of them, or, in binary mode, the event's data with
 * its attributes in headers.
 */
export const cloudevents: Adapter = {
  name: 'cloudevents',
  title: 'CloudEvents',
  headers: attributes,
  readsAnyJson: true,
  matches: (headers, body) =>
    isBinary(headers) || isEvent(body) || (body.length > 0 && body.items.every(isEvent)),
  lacks: (headers, body) => {
    if (isBinary(headers) || isEvent(body)) return undefined
    const isBatch = body.isList && body.items.every(isEvent)
    return isBatch ? undefined : 'the attributes `specversion`, `source` and `type`'
  },
  read: (headers, body) => {
    if (isBinary(headers)) return readEvent(attributesIn(headers), body)
    return body.isList ? readBatch(body) : readEvent(body, body.at('data'))
  },
}

function isBinary(headers: SenderHeaders): boolean {
  return Boolean(headers['ce-specversion'] && headers['ce-type'] && headers['ce-source'])
}

function isEvent(body: Native): boolean {
  return ['specversion', 'source', 'type'].every(name => body.at(name).text !== '')
}

/** Values in headers are percent-encoded where they are not ASCII. */
function attributesIn(headers: SenderHeaders): Native {
  const entries = attributes.map(name => [name.slice('ce-'.length), decoded(headers[name] ?? '')])
  return native(Object.fromEntries(entries))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Attributes that people do not read, and those that the first line shows. The others are the sender's extensions. */
const known = new Set(
  'specversion id source type subject time data datacontenttype dataschema data_base64'.split(' '),
)

function readEvent(event: Native, data: Native): Adapted | Skipped {
  const id = joined([event.at('source').text, event.at('id').text])
  const name = eventName(event.at('type').text)
  return withDeliveryId({ event: name, ...postOf(event, data) }, event.at('id').text === '' ? '' : id)
}

function postOf(event: Native, data: Native): Pick<Adapted, 'text' | 'attachments' | 'ignored'> {
  const ignored = event.at('data_base64').exists ? ['data_base64'] : []
  const source = event.at('source').text
  const subject = plain(event.at('subject').text)
  const head = joined([
    bold(plain(event.at('type').text)),
    subject,
    source !== '' && `from ${link(source, source)}`,
  ])
  const extensions = event.entries.filter(([name]) => !known.has(name))
  const shown = postOfAny(data, ignored, head)
  const more = extensions.flatMap(([name, value]) => (value.text === '' ? [] : [{ path: [name], value }]))
  const list = listOfLeaves(more, ignored)
  const attachments = [...(shown?.attachments ?? []), ...(list === '' ? [] : [{ text: list }])]
  return {
    text: shown?.text ?? head,
    ...(attachments.length > 0 && { attachments }),
    ...(ignored.length > 0 && { ignored }),
  }
}

/** More events of a batch are only counted. */
const maxEvents = 20

/** Returns one post for all events of a batch. */
function readBatch(batch: Native): Adapted | Skipped {
  if (batch.length === 0) return { event: 'batch', skipped: 'The batch has no events.' }
  const events = batch.items.slice(0, maxEvents).map(event => postOf(event, event.at('data')))
  const hidden = batch.length - events.length
  const ignored = [
    ...events.flatMap((event, index) => (event.ignored ?? []).map(name => `${index}.${name}`)),
    ...(hidden > 0 ? [`events after the first ${maxEvents}`] : []),
  ]
  return {
    event: 'batch',
    text: bold(`${count(batch.length, 'event')}:`),
    attachments: events.flatMap(({ text, attachments = [] }) => [
      { text: joined([text, ...attachments.map(each => each.text)], '\n') },
    ]),
    ...(ignored.length > 0 && { ignored }),
  }
}
