import { openProcessReport } from '@posthorn/queue'
import { onTestFinished } from 'vitest'
import { startApi } from './start-api.js'

const hourMs = 3_600_000

/** Starts an ingress and a worker that use the test's clock, which stands still at the start of the last hour. */
export async function startCounting() {
  const api = await startApi()
  const { redis, prefix, anotherIngress, callerWith, tokenOf } = api
  const beganAt = Math.floor(Date.now() / hourMs) * hourMs - hourMs
  const clock = { nowMs: beganAt }
  const options = { prefix, everyMs: 100, nowMs: () => clock.nowMs }
  const report = openProcessReport(redis, { name: 'ingress', version: 'test' }, options)
  onTestFinished(report.close)
  const { figures } = report
  const { hookUrl } = await anotherIngress({ figures, hookRate: { points: 9, seconds: 3600 } })
  await api.work({ figures, rollUpEveryMs: 200 })
  const { client } = callerWith(await tokenOf('admin'))
  return {
    ...api,
    clock,
    beganAt,
    send: (...bodies: string[]) => Promise.all(bodies.map(body => fetch(hookUrl, { method: 'POST', body }))),
    /** Returns the figures of that hour. */
    figuresOf: async (step: 'minute' | 'hour') => {
      const query = { step, from: beganAt, to: beganAt + hourMs }
      const { periods, total } = await client.getFigures({ query })
      return { periods, total }
    },
  }
}
