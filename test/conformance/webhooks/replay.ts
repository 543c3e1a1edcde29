import { Agent } from 'node:http'
import { saveSettings } from '@posthorn/db'
import { type HookRefusal, hookRefusals } from '@posthorn/server'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.js'
import { startWorld, type World } from '../../support/world.js'
import { filler } from '../names.js'
import { seed } from '../seed.js'
import { type Answer, send } from '../send.js'
import { bytesOf } from './body.js'
import type { Case } from './cases.js'
import { postsByDelivery, reasons, type StoredPost } from './stored.js'

/** The result of a case here, in the words of the cases: `answer` is the error id, or the response body. */
export type Seen = { status: number; answer: string; posts: StoredPost[] }

/** Sends the cases one after another into a world with these settings, and returns what is stored when all are settled. */
export async function replay(settings: Case['settings'], cases: Case[]): Promise<Map<Case, Seen>> {
  const world = await startWorld({ workerLater: true })
  await seed(world.db)
  await saveSettings(world.db, settings)
  const answerToNothing = settings.EnableIncomingWebhooks ? 400 : 501
  await eventually(async () => expect((await world.send({})).status).toBe(answerToNothing)) // the ingress has the settings
  await world.work()

  const answers = await sendAll(world, cases)
  const accepted = [...answers.values()].filter(({ deliveryId }) => deliveryId)
  await eventually(async () => expect(await world.db.delivery.count()).toBe(accepted.length))
  const [why, posts] = await Promise.all([reasons(world.db), postsByDelivery(world.db)])
  return new Map(
    [...answers].map(([one, answer]) => {
      const { deliveryId = '' } = answer
      const seen = { ...outcome(answer, why.get(deliveryId)), posts: posts.get(deliveryId) ?? [] }
      return [one, seen]
    }),
  )
}

async function sendAll({ url }: World, cases: Case[]): Promise<Map<Case, Answer>> {
  const agent = new Agent({ keepAlive: true })
  const answers = new Map<Case, Answer>()
  for (const one of cases) answers.set(one, await send(agent, url, filled(one)))
  agent.destroy()
  return answers
}

function filled({ hook, request: { method, path, headers, body } }: Case) {
  const fill = filler(hook)
  const values = Object.entries(headers).map(([name, value]) => [name, fill(value)])
  return { method, path: fill(path), headers: Object.fromEntries(values), body: bytesOf(body, fill) }
}

/** Counts a delivery that the worker rejects as answered with its reason's error. */
function outcome({ status, body }: Answer, reason: HookRefusal | undefined) {
  if (reason) return { status: hookRefusals[reason].status, answer: hookRefusals[reason].id }
  const answer: string = body.startsWith('{') ? JSON.parse(body).id : body
  return { status, answer }
}
