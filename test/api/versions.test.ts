import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startApi } from './start-api.js'

/** Starts an API, a worker, callers, and the path of Town Square's posts. */
async function start<Name extends string>(...names: Name[]) {
  const api = await startApi(undefined, { workerLater: false })
  const square = await api.channelNamed('town-square')
  const path = `/teams/${api.teamId}/channels/${square.id}/posts`
  return { ...api, path, ...(await api.callers(...names)) }
}

type Version = { message: string; html: string; edit_at: number; delivery_id: string }

test('lists the versions of a post with the deliveries that made them, newest first', async () => {
  const { send, posts, path, reader, admin } = await start('reader', 'admin')
  const deliveries: (string | null)[] = []
  for (const text of ['firing', 'still **firing**', 'resolved']) {
    const answer = await send({ text, update_key: 'disk' })
    deliveries.unshift(answer.headers.get('x-delivery-id'))
    await eventually(async () => expect((await posts()).map(({ message }) => message)).toEqual([text]))
  }
  const [post] = await posts()
  const read = (): Promise<Version[]> => reader.getJson(`${path}/${post?.id}/versions`)
  const versions = await read()
  expect(versions.map(({ message }) => message)).toEqual(['resolved', 'still **firing**', 'firing'])
  expect(versions.map(({ delivery_id }) => delivery_id)).toEqual(deliveries)
  expect(versions[1]?.html).toBe('<p>still <strong>firing</strong></p>\n')
  expect(versions[2]?.edit_at).toBe(post?.createAt)

  await admin.postJson(`${path}/update`, { id: post?.id, message: 'by hand' })
  expect((await read()).map(({ delivery_id }) => delivery_id)).toEqual(['', ...deliveries])
})

test('keeps the last twenty versions before the current one, without a delivery if people wrote them', async () => {
  const { db, path, reader } = await start('reader')
  const { id } = await reader.postJson(`${path}/create`, { message: 'version 0' })
  for (let edit = 1; edit <= 25; edit++)
    await reader.postJson(`${path}/update`, { id, message: `version ${edit}` })
  const versions: Version[] = await reader.getJson(`${path}/${id}/versions`)
  const expected = Array.from({ length: 21 }, (_, index) => `version ${25 - index}`)
  expect(versions.map(({ message }) => message)).toEqual(expected)
  expect(new Set(versions.map(({ delivery_id }) => delivery_id))).toEqual(new Set(['']))
  expect(await db.post.count({ where: { originalId: id } })).toBe(20)
})

test('has no versions of deleted posts, and at least one of any size', async () => {
  const { db, path, reader } = await start('reader')
  const { id } = await reader.postJson(`${path}/create`, { message: 'one' })
  await reader.postJson(`${path}/update`, { id, message: 'two' })
  await db.post.update({ where: { id }, data: { html: 'x'.repeat(2 * 1024 * 1024) } })
  expect((await reader.getJson(`${path}/${id}/versions`)).length).toBe(1)
  await reader.postJson(`${path}/${id}/delete`)
  expect(await reader.statusAndId(`${path}/${id}/versions`)).toBe('404 store.sql_post.get.app_error')
})
