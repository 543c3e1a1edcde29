import { expect, test } from 'vitest'
import { unknownKey } from '../support/call-everything.js'
import { sendTo } from '../support/ingress.js'
import { startWorld } from '../support/world.js'

test('counts unknown keys per IPv6 network', async () => {
  const { anotherIngress } = await startWorld({ workerLater: true })
  const { url } = await anotherIngress({ trustProxy: 1 })
  const left = async (address: string) => {
    const { headers } = await sendTo(`${url}/hooks/${unknownKey}`, {}, { 'x-forwarded-for': address })
    return Number(headers.get('x-ratelimit-remaining'))
  }
  expect(await left('2001:db8:1:2::1')).toBe(59)
  expect(await left('2001:db8:1:2:a:b:c:d')).toBe(58)
  expect(await left('2001:db8:1:3::1')).toBe(59)
})
