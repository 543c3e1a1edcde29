import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { OpenHook } from '@posthorn/db'
import type { StoredForm } from '@posthorn/formats'
import type { UploadTickets } from '@posthorn/queue'
import { fairQueue, type HookRefusal, type HookRefused, newSecret } from '@posthorn/server'

/** A form with files, as its sender wrote it. A long one is read when it is its turn. */
export type FormBody = { open: () => Readable; bytes: number | undefined; contentType: string }

/** What became of a form. `files_off`: the server stores no files. `isUnread`: the form was not opened. */
export type FormStored =
  | ({ outcome: 'stored' } & StoredForm)
  | { outcome: 'files_off'; isUnread: boolean }
  | HookRefused

/** Stores the files of forms. */
export type Forms = (hook: OpenHook['hook'], body: FormBody) => Promise<FormStored>

/** Forms at once in this process, as many as an api process receives, and those that may wait. */
const room = { running: 8, runningPerCaller: 2, waiting: 16, waitingPerCaller: 4, maxWaitMs: 5000 }
/** The api gives an upload 60 s, and each picture up to 20 s. */
const withinMs = 90_000
/** An api that stores no files is not asked again for this long. */
const trustOffMs = 60_000

/**
 * Passes forms to the api while they arrive, because only the api stores files. Each has a ticket in Redis that only this process
 * knows.
 * @param apiUrl an api's address, without a slash at the end
 */
export function openForms(apiUrl: string, uploads: Pick<UploadTickets, 'issue'>): Forms {
  const inTurn = fairQueue(room)
  let offUntilMs = 0
  return async (hook, body) => {
    if (performance.now() < offUntilMs) return { outcome: 'files_off', isUnread: true }
    const turn = await inTurn(hook.ownerId, () => issueAndPass(hook, body))
    if (turn.outcome === 'busy') return { outcome: 'cannot_store_files', detail: busy }
    if (turn.result.outcome === 'files_off') offUntilMs = performance.now() + trustOffMs
    return turn.result
  }

  async function issueAndPass(hook: OpenHook['hook'], body: FormBody): Promise<FormStored> {
    const { userId, id: hookId, ownerId, teamId } = hook
    const secret = newSecret()
    const ticket = { fileId: '', name: '', bytes: 0, isForm: true, userId, hookId, ownerId, teamId }
    const issued = await uploads.issue(secret, ticket)
    if (issued === 'away') return { outcome: 'cannot_store_files' }
    if (issued !== 'issued') return { outcome: 'too_many_files_today', detail: tooManyUploads }
    const answer = await pass(`${apiUrl}/hook-forms/${secret}`, body)
    return answer ? resultOf(answer) : { outcome: 'cannot_store_files' }
  }
}

const busy = 'Too many calls with files are in progress.'
const tooManyUploads = 'The limit of uploads per hour is reached.'

type Answer = { status: number; body: unknown }

/** Sends the form on. Returns undefined if there is no response. */
async function pass(url: string, { open, bytes, contentType }: FormBody): Promise<Answer | undefined> {
  const request = url.startsWith('https:') ? overHttps : overHttp
  const headers = {
    'content-type': contentType,
    ...(bytes !== undefined && { 'content-length': bytes }),
  }
  const calling = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(withinMs) })
  const answered = new Promise<Answer | undefined>(resolve => {
    calling.once('response', response => {
      const status = response.statusCode ?? 0
      json(response).then(
        body => resolve({ status, body }),
        () => resolve(undefined),
      )
    })
    calling.once('error', () => setTimeout(resolve, lastAnswerMs, undefined))
    calling.once('close', () => setTimeout(resolve, lastAnswerMs, undefined))
  })
  const form = open()
  form.once('close', () => form.readableEnded || calling.destroy()).on('error', () => calling.destroy())
  form.pipe(calling) // not `pipeline`, which would close the sender's connection after an early response
  const answer = await answered
  form.unpipe(calling)
  calling.destroy()
  return answer
}

/** A response that came before the whole form can be read for this long. */
const lastAnswerMs = 500

const refusalOf: Record<number, HookRefusal> = {
  400: 'bad_files',
  408: 'body_too_slow',
  413: 'files_too_large',
  429: 'too_many_files_today',
  507: 'no_room_for_files',
}
const filesOff = 501

function resultOf({ status, body }: Answer): FormStored {
  if (status === 200) return { outcome: 'stored', ...(body as StoredForm) }
  if (status === filesOff) return { outcome: 'files_off', isUnread: false }
  const { message = '', detailed_error: more = '' } = body as { message?: string; detailed_error?: string }
  return { outcome: refusalOf[status] ?? 'cannot_store_files', detail: `${message} ${more}`.trim() }
}
