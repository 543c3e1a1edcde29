import { changePassword, passwordHashOf } from '@posthorn/db'
import { addressKey, type Refusal, refuse } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf, sessionOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { Id } from '../parameters.js'
import { hashInTurn } from '../passwords.js'
import { isGoodPassword } from '../user-rules.js'

type Asked = { user_id?: string; current_password?: string; new_password?: string }

/** POST /users/newpassword, for its owner. Every other session of theirs ends. */
export function passwordRoutes(app: ApiServer, deps: ApiDeps): void {
  const schema = { body: JsonMap, response: { 200: z.object({ user_id: z.string() }) } }
  app.post('/users/newpassword', { schema }, async (request, reply) => {
    const asked: Asked = request.body
    const { user_id: id = '', new_password: password = '' } = asked
    for (const name of ['user_id', 'current_password', 'new_password'] as const)
      if (!asked[name]) return refuse(reply, 'bad_parameter', `Invalid ${name} parameter.`)
    if (!Id.safeParse(id).success) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter.')
    if (callerOf(request).id !== id) return refuse(reply, 'not_your_password')
    const wrong = await provenWrong(deps, request, asked)
    if (wrong) return refuse(reply, wrong)
    if (!isGoodPassword(password, deps.settings().MinimumLength)) return refuse(reply, 'bad_password')
    const hashed = await hashInTurn(password, addressKey(request.ip))
    if (hashed === 'login_busy') return refuse(reply, hashed)
    const passwordHash = hashed.hash
    const keepSession = sessionOf(request)?.id ?? ''
    const ended = await changePassword(deps.db, { id, passwordHash, keepSession, nowMs: deps.nowMs() })
    ended.forEach(deps.live.sessionEnded)
    return { user_id: id }
  })
}

/** Guesses here count as failed logins do: a stolen session must not be a way to find the password. */
async function provenWrong(
  deps: ApiDeps,
  request: FastifyRequest,
  asked: Asked,
): Promise<Refusal | undefined> {
  const { id: userId } = callerOf(request)
  const proven = await deps.prove({
    password: asked.current_password ?? '',
    stored: await passwordHashOf(deps.db, userId),
    attempt: { account: { userId }, address: addressKey(request.ip) },
    most: deps.settings().MaximumLoginAttempts,
  })
  if (proven === 'right') return undefined
  return proven === 'wrong_password' ? 'password_incorrect' : proven
}
