import { performance } from 'node:perf_hooks'
import { appearanceOf, composePosts, parsePayload } from '@posthorn/core'
import { defaultSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import type { Caller } from '../api/callers.js'
import { startApi } from '../api/start-api.js'
import { eventually } from '../support/eventually.js'

const rows = '|a|b|\n'
const dear = JSON.stringify({ text: `|a|b|\n|-|-|\n${rows.repeat(9000)}` })
const cheap = JSON.stringify({ text: 'word '.repeat(dear.length / 5) })

async function start(options: Parameters<typeof startApi>[1] = {}) {
  const api = await startApi(undefined, options)
  const { db, teamId } = api
  const hook = await db.hook.findFirstOrThrow()
  const preview = (caller: Caller, payload: string) =>
    caller.post(`/teams/${teamId}/hooks/incoming/${hook.id}/preview`, { payload })
  return { ...api, preview }
}

test('an expensive preview or post leaves the event loop free for others', async () => {
  const { preview, callers, channelNamed, teamId } = await start()
  const { admin } = await callers('admin')
  const square = await channelNamed('town-square')
  const post = (message: string) =>
    admin.post(`/teams/${teamId}/channels/${square.id}/posts/create`, { message })
  const busyMs = async (call: () => Promise<{ statusCode: number }>) => {
    const before = performance.eventLoopUtilization()
    for (let times = 0; times < 5; times++) expect((await call()).statusCode).toBe(200)
    return performance.eventLoopUtilization(before).active
  }
  const compared = [
    [() => preview(admin, cheap), () => preview(admin, dear), 5 * composeMs(dear)],
    [() => post('word '.repeat(780)), () => post(rows.repeat(650)), 5 * composeMs(dear, 3900)],
  ] as const
  for (const [ofCheap, ofDear, hereMs] of compared)
    await eventually(async () => {
      await busyMs(ofCheap) // until the code is warm
      expect((await busyMs(ofDear)) - (await busyMs(ofCheap))).toBeLessThan(hereMs / 2)
    })
})

/** Measures how long this process takes to render a text. */
function composeMs(payload: string, characters = payload.length): number {
  const reading = parsePayload(payload)
  if (reading.outcome !== 'read') throw new Error(reading.outcome)
  const shortened = { ...reading.payload, text: reading.payload.text.slice(0, characters) }
  const took = Array.from({ length: 3 }, () => {
    const began = performance.now()
    expect([...composePosts(shortened, appearanceOf(defaultSettings, { displayName: '' }))]).not.toEqual([])
    return performance.now() - began
  })
  return Math.min(...took)
}

test('one user’s previews do not delay another’s, and only a limited number wait', async () => {
  const { preview, callers } = await start()
  const { admin, boss } = await callers('admin', 'boss')
  await preview(admin, dear)
  const answered: string[] = []
  const ask = async (name: string, caller: Caller) => {
    const { statusCode } = await preview(caller, dear)
    answered.push(`${name} ${statusCode}`)
  }
  await Promise.all([...Array.from({ length: 14 }, () => ask('admin', admin)), ask('boss', boss)])
  const previewed = answered.filter(one => one.endsWith('200'))
  expect(previewed.slice(0, 3)).toContain('boss 200')
  expect(answered).toContain('admin 503')
})

test('a preview is at most 64 KiB, and counts as one call for each 2 KiB', async () => {
  const { preview, callers } = await start({ apiRate: { points: 75, seconds: 600 } })
  const { admin } = await callers('admin')
  const of = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - 11) })
  const first = await preview(admin, of(65_536))
  expect([first.statusCode, first.headers['x-ratelimit-remaining']]).toEqual([200, '41'])
  const larger = await preview(admin, of(65_537))
  expect([larger.statusCode, larger.json().detailed_error]).toEqual([
    413,
    expect.stringContaining('65536 bytes'),
  ])
  expect((await preview(admin, of(65_536))).statusCode).toBe(200)
  expect((await preview(admin, of(65_536))).statusCode).toBe(429)
})
