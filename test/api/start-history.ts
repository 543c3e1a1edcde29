import { expect } from 'vitest'
import { eventually } from '../support/eventually.js'
import { bearer } from './callers.js'
import { type StartOptions, startApi } from './start-api.js'

/** Starts an API and a worker, with the creator's calls for the first hook's history. */
export async function startHistory(options: StartOptions = {}) {
  const api = await startApi(undefined, { workerLater: false, ...options })
  const { world, db, teamId, call, post, tokenOf } = api
  const hook = await db.hook.findFirstOrThrow()
  const path = `/teams/${teamId}/hooks/incoming/${hook.id}`
  const headers = bearer(await tokenOf('admin')).headers
  const get = (rest: string) => call(`${path}${rest}`, { headers })
  const ask = (rest: string, body: unknown = {}) => post(`${path}${rest}`, JSON.stringify(body), headers)
  /** Sends payloads in order, waits until all deliveries are settled, and returns the ids. */
  const settle = async (...payloads: object[]) => {
    const ids: string[] = []
    for (const payload of payloads)
      ids.push((await world.send(payload)).headers.get('x-delivery-id') as string)
    const settled = () => db.delivery.count({ where: { id: { in: ids } } })
    await eventually(async () => expect(await settled()).toBe(ids.length))
    return ids
  }
  const list = async (query = '') => (await get(`/deliveries${query}`)).json()
  const idsIn = async (query = '') =>
    (await list(query)).deliveries.map(({ id }: { id: string }) => id) as string[]
  const replayOne = async (id: string, body?: object) => (await ask(`/deliveries/${id}/replay`, body)).json()
  /** Replays all of them and waits until the replay is done. */
  const replayAll = async (range: object = {}) => {
    const { replay } = (await ask('/deliveries/replay', range)).json()
    const progress = async () => (await get(`/replays/${replay}`)).json()
    await eventually(async () => expect(await progress()).toMatchObject({ status: 'done' }))
    return progress()
  }
  return { ...api, hook, path, headers, get, ask, settle, list, idsIn, replayOne, replayAll }
}
