import { isDeepStrictEqual } from 'node:util'
import { type Audit, type AuditSource, type Call, Id } from '@posthorn/contract'
import { timeOf } from '@posthorn/core'
import {
  type AuditEntry,
  type AuditSnapshot,
  type AuditState,
  auditSnapshot,
  discardAuditEntry,
  readSettings,
  saveAuditEntry,
} from '@posthorn/db'
import type { Changed } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { settingsIn } from '../calls/system/config-object.js'
import type { ApiDeps } from '../deps.js'
import { Tagged } from '../http/answers/tagged.js'
import { type Caller, sessionOf } from '../http/callers/caller.js'
import { OverRate, Refused } from '../refusals/refused.js'

type Wanted = { target: Audit['target']; id: string; body: unknown }

/**
 * Returns the current state of a call's target. For settings, only those in the body, because others may change the
 * rest meanwhile.
 */
async function snapshotOf(
  { db, firstSettings }: ApiDeps,
  { target, id, body }: Wanted,
): Promise<AuditSnapshot | undefined> {
  if (target !== 'settings') return auditSnapshot(db, target, id)
  const inForce = await readSettings(db, firstSettings)
  const named = Object.keys(settingsIn(body as Record<string, unknown>).settings)
  const state = Object.fromEntries(Object.entries(inForce).filter(([name]) => named.includes(name)))
  return { name: '', state }
}

/**
 * Runs a call with its audit entry around it: the entry is stored before the change and completed after it, so no
 * change lacks an entry, even if the process ends. An entry that was never completed is not `isDone`. Calls without
 * a session, such as logging in, get their entry afterwards. If completing the entry fails, the answer is still
 * returned, because it may hold the only copy of a key.
 */
export async function withAudit(
  deps: ApiDeps,
  call: Call,
  made: MadeCall,
  act: () => Promise<unknown>,
): Promise<unknown> {
  if (!call.audit) return act()
  const begun = await begin(deps, call, made)
  const result = await act()
  if (result instanceof Refused || result instanceof OverRate) {
    if (made.caller) await discardAuditEntry(deps.db, begun.id)
  } else {
    const answered = { ...made, answer: answerIn(result) }
    const completing = complete(deps, call, { begun, made: answered })
    await completing.catch(err => deps.log.warn({ err, request_id: begun.requestId }, 'audit entry not done'))
    const changed = changedBy(call, answered)
    if (changed) await deps.announceChange(changed)
  }
  return result
}

/** Returns what a call changed that ingresses cache. Calls about deliveries only use a hook. */
function changedBy({ audit, tag }: Call, made: MadeCall): Changed | undefined {
  if (audit?.target === 'settings') return 'settings'
  const hook = audit?.target === 'hook' && tag !== 'Deliveries' ? idAt(made, audit.id ?? []) : undefined
  return hook === undefined ? undefined : { hook }
}

const answerIn = (result: unknown) => (result instanceof Tagged ? result.answer : result)

async function begin(deps: ApiDeps, call: Call, made: MadeCall): Promise<AuditEntry> {
  const { caller, request } = made
  const found = await stateOf(deps, call, made)
  const snapshot = call.audit?.isNameless ? undefined : found.snapshot
  const id = newId()
  const entry = {
    id,
    createAt: timeOf(id), // filters by time compare IDs
    userId: caller?.user.id ?? '',
    appId: caller?.session.appId ?? '',
    address: request.ip,
    requestId: request.id,
    action: call.operationId,
    targetType: call.audit?.target ?? '',
    targetId: found.id ?? '',
    targetName: snapshot?.name ?? '',
    isDone: false,
    before: snapshot?.state ?? null,
    after: null,
  }
  if (caller) await saveAuditEntry(deps.db, entry)
  return entry
}

type Completing = { begun: AuditEntry; made: MadeCall }

async function complete(deps: ApiDeps, call: Call, { begun, made }: Completing): Promise<void> {
  const { id, snapshot: found } = await stateOf(deps, call, made)
  const snapshot = call.audit?.isNameless ? undefined : found
  if (id === undefined) return // nothing to change, for example without a session to end
  const { audit } = call
  const notes = notesAt(made, audit?.notes)
  const { before, after } = difference({ before: begun.before, after: snapshot?.state ?? null })
  const hasNotes = Object.keys(notes).length > 0
  await saveAuditEntry(deps.db, {
    ...begun,
    userId: begun.userId || String((audit?.user && valueAt(made, audit.user)) ?? ''),
    targetId: id,
    targetName: nameOf(begun, after, snapshot),
    isDone: true,
    before,
    after: hasNotes ? { ...after, ...notes } : after,
  })
}

/** Names the settings that changed. */
function nameOf(begun: AuditEntry, after: AuditEntry['after'], snapshot: AuditSnapshot | undefined): string {
  if (begun.targetType === 'settings') return Object.keys(after ?? {}).join(', ')
  return snapshot?.name ?? begun.targetName
}

/** Returns the target's id and current state; without an id, it does not exist yet. */
async function stateOf(deps: ApiDeps, { audit }: Call, made: MadeCall) {
  if (!audit) return { id: undefined, snapshot: undefined }
  const id = idAt(made, audit.id ?? [])
  if (id === undefined) return { id, snapshot: undefined }
  return { id, snapshot: await snapshotOf(deps, { target: audit.target, id, body: made.body }) }
}

type BeforeAndAfter = { before: AuditState | null; after: AuditState | null }

/** Returns the fields that differ between before and after. New and deleted objects are returned whole. */
export function difference({ before, after }: BeforeAndAfter): BeforeAndAfter {
  if (before === null || after === null) return { before, after }
  const changed = Object.keys(after).filter(name => !isDeepStrictEqual(before[name], after[name]))
  const only = (state: AuditState) => Object.fromEntries(changed.map(name => [name, state[name] ?? null]))
  return { before: only(before), after: only(after) }
}

/** A call and its answer, as far as they exist yet. */
type MadeCall = {
  request: FastifyRequest
  caller: Caller | undefined
  params: unknown
  query: unknown
  body: unknown
  answer?: unknown
}

/** Returns the value at this place of a call, or undefined. */
function valueAt(made: MadeCall, source: AuditSource): unknown {
  if (source === 'caller.user') return made.caller?.user.id
  if (source === 'caller.session') return sessionOf(made.request)?.id
  const [part, ...names] = source.split('.') as ['params' | 'query' | 'body' | 'answer', ...string[]]
  return names.reduce(member, made[part])
}

/** Returns the value from each member of a list that has it. */
function member(from: unknown, name: string): unknown {
  if (Array.isArray(from)) return from.map(one => member(one, name)).filter(Boolean)
  return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined
}

/** Returns the id made of these parts, or undefined if a part is missing or is not an id. */
function idAt(made: MadeCall, sources: readonly AuditSource[]): string | undefined {
  const parts = sources.map(source => valueAt(made, source))
  return parts.every(part => Id.safeParse(part).success) ? parts.join('/') : undefined
}

/** Returns the parts of a call to record, each under the last segment of its path. */
function notesAt(made: MadeCall, sources: readonly AuditSource[] = []): Record<string, unknown> {
  const noted = sources.map(source => [source.split('.').at(-1) ?? source, valueAt(made, source)] as const)
  return Object.fromEntries(noted.filter(([, value]) => value !== undefined))
}
