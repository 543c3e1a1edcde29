import { findSlackToken } from '@posthorn/formats'
import { addressKey, isHookRefusal, type Strangers, type Unread } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { type SlackFailure, slackFailure } from './answers.js'
import { slackErrorOf } from './errors.js'

/** How a method is served. `Caller`: who a token stands for. */
type Serving<Caller> = {
  strangers: Strangers
  /** Finds a token's caller and counts the call, an unknown token against its address. */
  findCaller: (token: string) => Promise<Caller | SlackFailure>
  /** Reads the body within the share of this owner. */
  readBody: (owner: string) => Promise<Uint8Array | Unread>
}

/** `key`: the owner of what the call holds. */
type Known = { key: string; error?: never }

/**
 * Finds the caller by the header and counts the call before the body is read. Without a token in the header, the call counts
 * against its address, the body is scanned for the token, and the count is taken back if a caller is found.
 */
export async function openSlackCall<Caller extends Known>(
  request: FastifyRequest,
  { strangers, findCaller, readBody }: Serving<Caller>,
): Promise<{ caller: Caller; body: Uint8Array; error?: never } | SlackFailure> {
  const bearer = bearerIn(request)
  const isInUrl = tokenInUrl.test(request.url)
  const named = bearer === '' || isInUrl ? undefined : await findCaller(bearer)
  if (named?.error !== undefined) return named
  const refused = named ? undefined : await countSlackStranger(strangers, request)
  if (refused) return refused
  if (isInUrl)
    return slackFailure('not_authed', 'Tokens in the URL are not accepted, because URLs end up in logs.')
  const body = await readBody(named?.key ?? addressKey(request.ip))
  if (typeof body === 'string') return unreadFailure(body)
  if (named) return { caller: named, body }
  const token = findSlackToken(body, request.headers['content-type'])
  if (token === '') return slackFailure('not_authed')
  const caller = await findCaller(token)
  if (caller.error === undefined) await strangers.forgive(request.ip)
  return caller.error === undefined ? { caller, body } : caller
}

const tokenInUrl = /[?&]token=/

function bearerIn({ headers }: FastifyRequest): string {
  return /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? ''
}

/** Counts a call against its address. Returns the error of an address that is over its rate. */
export async function countSlackStranger(
  strangers: Strangers,
  { ip }: Pick<FastifyRequest, 'ip'>,
): Promise<SlackFailure | undefined> {
  const standing = await strangers.count(ip)
  return standing?.admitted === false ? { error: 'ratelimited', standing } : undefined
}

/** Returns the error of a user or bot who is not in the team of the call, and in no other one if not `isInAny`. */
export function teamFailure(isInAny: boolean): SlackFailure {
  const why = isInAny
    ? 'Leave out team_id, or send the id of one of its teams.'
    : 'It is in no team at all, so it has no channels. Ask a team administrator to add it.'
  return slackFailure('team_access_not_granted', why)
}

/** Returns the error of a call whose body could not be read. */
export function unreadFailure(why: Unread): SlackFailure {
  if (why === 'too_large') return slackFailure('msg_too_long', 'The body is larger than this method accepts.')
  if (isHookRefusal(why)) return slackFailure(slackErrorOf[why])
  return why === 'aborted'
    ? slackFailure('request_timeout')
    : slackFailure('invalid_form_data', 'Send gzip, or no encoding.')
}
