import { timeOf } from '@posthorn/core'
import { eventually } from './eventually.js'
import type { World } from './world.js'

/** Sends a delivery, waits until its post is readable, and returns the milliseconds from acceptance to storage by this machine's clock. */
export async function loneDeliveryMs({ send, db }: World): Promise<number> {
  const id = (await send({ text: 'just one' })).headers.get('x-delivery-id') ?? ''
  const where = { id: { gt: id, lt: `${id.slice(0, 24)}zz` } }
  let storedAt = 0n
  await eventually(async () => {
    storedAt = (await db.post.findFirstOrThrow({ where })).updateAt
  })
  return Number(storedAt) - timeOf(id)
}

/** Runs `measure` the given number of times, one after another, and returns all results. */
export async function inTurn(times: number, measure: () => Promise<number>): Promise<number[]> {
  const measured: number[] = []
  while (measured.length < times) measured.push(await measure())
  return measured
}
