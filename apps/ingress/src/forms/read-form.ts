import { Readable } from 'node:stream'
import { isMultipart } from '@posthorn/core'
import type { OpenHook } from '@posthorn/db'
import { formHasFiles, type StoredForm, storedFormJson } from '@posthorn/formats'
import { isIdempotencyKey, whyNotStored } from '@posthorn/queue'
import type { HookRefused } from '@posthorn/server'
import type { AcceptDeps, HookCall } from '../call.js'
import type { FormStored } from './store-form.js'

/** The JSON that a form with stored files stands for, or why it is refused. Undefined if it is read as if they were not there. */
export type FormRead = { outcome: 'json'; body: Buffer; files: StoredForm['files'] } | HookRefused | undefined

/** Returns whether the files of a call's form are stored: those of new messages in Discord's form, unless they replace a post. */
function mayHaveFiles({ forms }: Pick<AcceptDeps, 'forms'>, call: HookCall): boolean {
  const { contentType, headers, adapter = 'discord', template, change, query } = call
  if (forms === undefined || !isMultipart(contentType)) return false
  const isDiscord = adapter === 'discord' && template === undefined
  const isOther = change !== undefined || headers['content-encoding'] !== undefined
  return isDiscord && !isOther && !new URLSearchParams(query).get('update_key')
}

/** Stores the files of a form that is longer than other bodies may be, while it arrives. A signature needs the whole body. */
export async function readLongForm(
  deps: AcceptDeps,
  hook: OpenHook['hook'],
  call: HookCall,
): Promise<FormRead> {
  const { longBody } = call
  if (!longBody || hook.signature || !mayHaveFiles(deps, call)) return undefined
  return readForm(deps, hook, call, longBody)
}

/** Stores the files of a form that has arrived. */
export async function readShortForm(
  deps: AcceptDeps,
  hook: OpenHook['hook'],
  call: HookCall,
  body: Uint8Array,
): Promise<FormRead> {
  if (!mayHaveFiles(deps, call) || !formHasFiles(body, call.contentType)) return undefined
  return readForm(deps, hook, call, { open: () => Readable.from([body]), bytes: body.length })
}

async function readForm(
  deps: AcceptDeps,
  hook: OpenHook['hook'],
  call: HookCall,
  body: NonNullable<HookCall['longBody']>,
): Promise<FormRead> {
  const { contentType = '', idempotencyKey } = call
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    return { outcome: 'bad_idempotency_key' }
  const refused = deps.entry.refusal({ hookId: hook.id, ownerId: hook.ownerId })
  if (refused?.outcome === 'not_stored') return { outcome: 'cannot_keep', detail: whyNotStored[refused.why] }
  const stored: FormStored | undefined = await deps.forms?.(hook, { ...body, contentType })
  if (stored?.outcome === 'files_off' && !stored.isUnread && call.longBody)
    return { outcome: 'cannot_store_files', detail: filesOff } // it cannot be read again, but the sender can retry
  if (stored === undefined || stored.outcome === 'files_off') return undefined
  if (stored.outcome !== 'stored') return stored
  const { fields, files } = stored
  const json = storedFormJson(fields, files)
  return json === undefined
    ? { outcome: 'unreadable', detail: 'The form has neither payload_json nor a file.' }
    : { outcome: 'json', body: Buffer.from(json), files }
}

const filesOff = 'This server stores no files. A retry posts the message without them.'
