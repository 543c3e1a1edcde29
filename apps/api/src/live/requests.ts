import type { RefusalWords } from '@posthorn/server'
import { z } from 'zod'
import { refusals } from '../refusals/index.js'
import { type Connection, closing } from './connection.js'
import { AskedStatuses, statusesOf, statusesOfIds } from './statuses.js'

/** A client's request: `{"seq": 1, "action": "…", "data": {…}}`: docs/behaviour.md, live events. */
const Request = z.object({
  seq: z.number().int().positive().catch(0).default(0),
  action: z.string().catch('').default(''),
  data: z.record(z.string(), z.unknown()).catch({}).default({}),
})

/** Assigns the connection to the token's user, or returns why not. */
export type Authenticate = (
  token: string,
) => Promise<{ outcome: 'authenticated' | 'not_authenticated' | 'too_many_sockets' }>

/** The actions that clients can request over their connection. */
export type Answering = { authenticate: Authenticate; online: () => Promise<Set<string>> }

/** Handles a client's request. A rejected token closes the connection, so that tokens cannot be guessed. */
export async function answerRequest(
  connection: Connection,
  text: string,
  { authenticate, online }: Answering,
): Promise<void> {
  const { seq, action, data } = Request.parse(parsed(text))
  const ok = (more = {}) => connection.answer({ status: 'OK', ...more, seq_reply: seq })
  const fail = (words: RefusalWords) => connection.answer(failure(words, seq))
  if (action === '') return fail(refusals.no_action)
  if (seq <= 0) return fail(refusals.bad_seq)
  if (action === 'authentication_challenge') {
    const token = typeof data.token === 'string' ? data.token : ''
    const { outcome } = await authenticate(token)
    if (outcome === 'authenticated') return ok()
    fail(refusals[outcome])
    return connection.close(closing.forbidden, refusals[outcome].message)
  }
  if (!connection.owner) return fail(refusals.not_authenticated)
  switch (action) {
    case 'ping':
      return ok({ data: { text: 'pong' } })
    case 'get_statuses':
      return ok({ data: statusesOf(await online()) })
    case 'get_statuses_by_ids': {
      const asked = AskedStatuses.safeParse(data).data
      return asked
        ? ok({ data: statusesOfIds(await online(), asked.user_ids) })
        : fail(refusals.bad_socket_data)
    }
    default:
      return fail(refusals.bad_action)
  }
}

function failure({ id, message, status }: RefusalWords, seq: number) {
  const error = { id, message, detailed_error: '', request_id: '', status_code: status }
  return { status: 'FAIL', seq_reply: seq, error }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : {}
  } catch {
    return {}
  }
}
