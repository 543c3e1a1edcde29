import { type Db, findHookTemplate, type ManagedHook } from '@posthorn/db'
import {
  type Format,
  replayFormat,
  type TemplateFields,
  templateFields,
  templateFormat,
  templateVersionOf,
} from '@posthorn/formats'
import { type HookRefusal, hookRefusals, sizeWords } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import type { TextRefused } from '../../texts/texts.js'
import type { HookReading, HowToRead } from '../../texts/work.js'

/** Reads a user's payload like the ingress and the worker do, within the same limits. */
export async function readForHook(
  { maxPayloadBytes, settings, texts }: ApiDeps,
  userId: string,
  payload: string,
  how: HowToRead,
): Promise<HookReading | { outcome: 'too_large'; detail: string } | TextRefused> {
  const bytes = Buffer.byteLength(payload)
  if (bytes > maxPayloadBytes) return { outcome: 'too_large', detail: sizeWords(maxPayloadBytes, bytes) }
  const { MaxPostsPerDelivery: maxPosts } = settings()
  const characters = payload.length + templateText(how).length
  return texts.run(userId, 'readPayload', { payload, maxPosts, ...how }, characters)
}

/** Returns all text of the template, which is parsed with each payload. Empty without one. */
export function templateText({ template }: HowToRead): string {
  return template ? templateFields.map(name => template[name]).join('') : ''
}

/** Returns the error that a sender of this payload would receive. */
export function refusalInWords({ outcome, detail }: { outcome: HookRefusal; detail: string }): string {
  return [hookRefusals[outcome].message, detail].filter(text => text !== '').join(' ')
}

type ReadingHook = Pick<ManagedHook, 'id' | 'format' | 'templateVersion'>

/**
 * Returns how a hook reads JSON, in the order of the ingress: by the adapter that a caller names, by the hook's template, or by
 * its adapter. No header is known.
 */
export async function howHookReads(db: Db, hook: ReadingHook, name = ''): Promise<HowToRead> {
  if (name === 'slack') return { isPlain: true }
  if (name !== '') return { format: formatNamed(name) }
  const { id, templateVersion: version } = hook
  if (version > 0)
    return { format: templateFormat(version), template: await findHookTemplate(db, id, version) }
  return hook.format === '' ? {} : { format: formatNamed(hook.format) }
}

/** Returns how to read JSON with a template that need not be saved. */
export function howTemplateReads(template: TemplateFields): HowToRead {
  return { format: templateFormat(0), template }
}

/** Returns how a delivery is read when it is replayed: with the hook's current template if it came for one. */
export async function howReplayReads(
  db: Db,
  hook: ReadingHook,
  stored: Format | undefined,
): Promise<HowToRead> {
  const format = replayFormat(stored, hook.templateVersion)
  const version = templateVersionOf(format)
  if (version === undefined) return { format }
  return { format, template: await findHookTemplate(db, hook.id, version) }
}

function formatNamed(name: string): Format {
  return { name, headers: {}, query: '' }
}
