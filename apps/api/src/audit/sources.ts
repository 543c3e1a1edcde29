import { type AuditSource, Id } from '@posthorn/contract'
import type { FastifyRequest } from 'fastify'
import { type Caller, sessionOf } from '../http/callers/caller.js'

/** A call that was made, as far as it has come. */
export type MadeCall = {
  request: FastifyRequest
  caller: Caller | undefined
  params: unknown
  query: unknown
  body: unknown
  answer?: unknown
}

/** What stands there in a call; undefined where nothing does. */
export function valueAt(made: MadeCall, source: AuditSource): unknown {
  if (source === 'caller.user') return made.caller?.user.id
  if (source === 'caller.session') return sessionOf(made.request)?.id
  const [part, ...names] = source.split('.') as ['params' | 'query' | 'body' | 'answer', ...string[]]
  return names.reduce(member, made[part])
}

/** Of a list, that of each of its members that has it. */
function member(from: unknown, name: string): unknown {
  if (Array.isArray(from)) return from.map(one => member(one, name)).filter(Boolean)
  return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined
}

/** The id that these parts make; undefined where one of them is not there yet, or is no id of anything. */
export function idAt(made: MadeCall, sources: readonly AuditSource[]): string | undefined {
  const parts = sources.map(source => valueAt(made, source))
  return parts.every(part => Id.safeParse(part).success) ? parts.join('/') : undefined
}

/** What is noted of a call, by the last part of where it stands. */
export function notesAt(made: MadeCall, sources: readonly AuditSource[] = []): Record<string, unknown> {
  const noted = sources.map(source => [source.split('.').at(-1) ?? source, valueAt(made, source)] as const)
  return Object.fromEntries(noted.filter(([, value]) => value !== undefined))
}
