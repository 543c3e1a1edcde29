import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const list = '/first-team/integrations/incoming'

test('shows a member another user’s webhook without its tabs, and whom to ask', async () => {
  const { consoleUrl, db, send } = await startStack({ confirm: true })
  const delivery = (await send({ text: 'x', channel: 'nowhere' })).headers.get('x-delivery-id')
  const { id } = await db.hook.findFirstOrThrow()
  const { page, expectTrouble } = await enter(consoleUrl, { user: 'reader', path: list })
  await page.getByRole('heading', { name: 'You have no webhooks in this team yet' }).waitFor()
  await page.getByText('Only team administrators see the webhooks of all members.').waitFor()
  await look(page, 'hooks-none-of-yours')
  const closed = page.getByRole('heading', {
    name: 'Only @admin and team administrators can manage this webhook',
  })
  for (const screen of ['', '/settings', '/connect', '/try', '/refused']) {
    await page.goto(`${list}/${id}${screen}`)
    await closed.waitFor()
    await page.getByRole('heading', { name: 'First hook' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Webhook', exact: true }).count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
  }
  await look(page, 'hook-of-another')
  expectTrouble(/403/)
  await page.goto(`${list}/${id}/deliveries/${delivery}`)
  await closed.waitFor()
})

test('distinguishes a missing webhook and a missing delivery from a failure', async () => {
  const { consoleUrl, db } = await startStack()
  const { id } = await db.hook.findFirstOrThrow()
  const { page, expectTrouble } = await enter(consoleUrl, { path: list })
  expectTrouble(/40[04]/)
  for (const wrong of ['z'.repeat(26), 'not-an-id']) {
    await page.goto(`${list}/${wrong}`)
    await page.getByRole('heading', { name: 'This webhook does not exist' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  }
  await look(page, 'hook-missing')
  await page.goto(`${list}/${id}/deliveries/${'z'.repeat(26)}`)
  await page.getByRole('heading', { name: 'This delivery does not exist' }).waitFor()
})
