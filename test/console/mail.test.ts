import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startMailServer } from '../support/mail-server.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const minuteMs = 60_000
const account = '/first-team/account'

test('mails a mention to a user who chose it and went away, and nothing after they chose never', async () => {
  const { smtpUrl, received, recipients } = await startMailServer()
  let offsetMs = 0
  const { consoleUrl, db, send } = await startStack({
    base: 'console',
    mail: { everyMs: 20, nowMs: () => Date.now() + offsetMs },
    mailServer: { smtpUrl, from: 'posthorn@example.org' },
  })
  const pending = () => db.dueNotice.count({ where: { kind: 'mail' } })
  const { page } = await enter(consoleUrl, { user: 'reader', path: account })
  const choice = page.getByLabel('E-mails about mentions')
  expect(await choice.locator(':checked').textContent()).toBe('Never')
  await choice.selectOption('After 15 minutes')
  await look(page, 'account-mail')
  await page.reload()
  await expect.poll(() => choice.inputValue()).toBe('15')
  await page.goto('about:blank')
  await send({ text: '@reader the **disk** is full' })
  await eventually(async () => expect(await pending()).toBe(1))
  offsetMs += 16 * minuteMs
  await eventually(() => expect(received).toHaveLength(1))
  expect(recipients).toEqual(['reader@localhost'])
  expect(received[0]?.text).toContain('@reader the disk is full')
  await page.goto(account)
  await choice.selectOption('Never')
  await expect.poll(() => db.mailDigest.count({ where: { everyMinutes: { gt: 0 } } })).toBe(0)
  await send({ text: '@reader again' })
  await send({ text: 'the last' })
  await eventually(async () => expect(await db.post.count({ where: { message: 'the last' } })).toBe(1))
  expect(await pending()).toBe(0)
})

test('says why no e-mails are sent where the server has no mail server', async () => {
  const { consoleUrl } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader', path: account })
  await page.getByText('This server sends no e-mails').waitFor()
  expect(await page.getByLabel('E-mails about mentions').isDisabled()).toBe(true)
})
