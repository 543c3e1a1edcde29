import { type AuditSource, Id } from '@posthorn/contract'
import type { FastifyRequest } from 'fastify'
import { type Caller, sessionOf } from '../http/callers/caller.js'

/** A call and its answer, as far as they exist yet. */
export type MadeCall = {
  request: FastifyRequest
  caller: Caller | undefined
  params: unknown
  query: unknown
  body: unknown
  answer?: unknown
}

/** Returns the value at this place of a call, or undefined. */
export function valueAt(made: MadeCall, source: AuditSource): unknown {
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
export function idAt(made: MadeCall, sources: readonly AuditSource[]): string | undefined {
  const parts = sources.map(source => valueAt(made, source))
  return parts.every(part => Id.safeParse(part).success) ? parts.join('/') : undefined
}

/** Returns the parts of a call to record, each under the last segment of its path. */
export function notesAt(made: MadeCall, sources: readonly AuditSource[] = []): Record<string, unknown> {
  const noted = sources.map(source => [source.split('.').at(-1) ?? source, valueAt(made, source)] as const)
  return Object.fromEntries(noted.filter(([, value]) => value !== undefined))
}
