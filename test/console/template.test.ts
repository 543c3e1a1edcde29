import { fileURLToPath } from 'node:url'
import type { Db } from '@posthorn/db'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const incident = {
  status: 'firing',
  incident: { id: 17, title: 'Disk *full* on db-1', url: 'https://example.com/incidents/17' },
  'started at': '2026-11-21T14:02:03Z',
  alerts: [
    { labels: { host: 'db-1', 'team.name': 'storage' }, value: 97.5 },
    { labels: { host: 'db-2', 'team.name': 'storage' }, value: 91 },
  ],
}

/** Starts a hook that refused two calls, and opens the builder from there. */
async function openBuilder() {
  const stack = await startStack()
  const { db, prefix, redis } = stack
  const samples = `${prefix}:refused:${(await db.hook.findFirstOrThrow()).id}:samples`
  for (const [index, status] of ['firing', 'resolved'].entries()) {
    expect((await stack.send({ ...incident, status })).status).toBe(400)
    await eventually(async () => expect(await redis.llen(samples)).toBe(index + 1))
  }
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/integrations/incoming' })
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: 'Refused' }).click()
  await page.getByRole('link', { name: 'Build a template' }).click()
  await page.getByRole('region', { name: 'JSON' }).waitFor()
  return { ...stack, page, preview: page.getByRole('region', { name: 'Preview' }) }
}

const insert = (page: Page, path: string) => page.getByTitle(`Insert ${path}`, { exact: true }).click()
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name })

/** Looks at a part of the screen. */
async function lookAt(part: Locator, name: string): Promise<void> {
  await part.getByRole('list').scrollIntoViewIfNeeded()
  await look(part.page(), name)
  await part.screenshot({ path: fileURLToPath(new URL(`screenshots/${name}-part.png`, import.meta.url)) })
}

/** Opens the page of the webhook after a field was lost. */
async function showLostField(page: Page, db: Db): Promise<void> {
  const { id: hookId } = await db.hook.findFirstOrThrow()
  const { id: deliveryId } = await db.delivery.findFirstOrThrow()
  const field = { hookId, deliveryId, toldAt: Date.now() }
  await db.lostField.create({ data: { ...field, field: 'incident.title' } })
  page.on('dialog', dialog => void dialog.accept())
  await page.goto(page.url().replace(/\/template.*/, ''))
  const lost = page.getByRole('region', { name: 'Lost fields' })
  await lost.getByText('incident.title').waitFor()
  await look(page, 'hook-lost-field')
}

/** Changes the template and tries it on the deliveries so far. */
async function tryTemplate(page: Page): Promise<void> {
  await field(page, 'Text').fill('{{incident.title}}: {{status}}{{incident.note}}')
  await field(page, 'Only if').fill('status == "firing"')
  const trial = page.getByRole('region', { name: 'Trial' })
  await trial.getByRole('button', { name: 'Try template' }).click()
  await trial.getByText('Of 2 deliveries, 2 would change and 0 would fail.').waitFor()
  await trial.getByText('Disk \\*full\\* on db-1: firing').waitFor()
  await trial.getByText('Skipped').waitFor()
  await lookAt(trial, 'template-trial')
  await field(page, 'Text').fill('{{incident.note}}')
  await trial.getByText('The template has changed since.').waitFor()
  await trial.getByRole('button', { name: 'Try template' }).click()
  await trial.getByText('1 would change and 1 would fail.').waitFor()
  await lookAt(trial, 'template-trial-fails')
}

test('builds a template from a refused call by clicks, corrects it, saves it and replays what was refused', async () => {
  const { page, preview, messages, db } = await openBuilder()
  await look(page, 'template-empty')
  await field(page, 'Text').fill('**Incident:** ')
  await insert(page, 'incident.title')
  await page.getByTitle('Repeat for each of alerts').click()
  await insert(page, 'alerts.0.labels.host')
  await preview.getByText('Disk *full* on db-1').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe(
    '**Incident:** {{incident.title}}\n{{#each alerts}}\n- {{labels.host}}\n{{/each}}\n',
  )
  await page.getByText('Conditions, keys and channel').click()
  await field(page, 'Update key').focus()
  await insert(page, 'incident.id')
  await field(page, 'Close').fill('status = "resolved"')
  await page.getByText('Line 1, column 8: Write == to compare.').first().waitFor()
  await look(page, 'template-fault')
  await field(page, 'Close').fill('status == "resolved"')
  await preview.getByText('Closes its keys').waitFor()
  await page.locator('[aria-label=Preview][aria-busy=false]').waitFor()
  await look(page, 'template-preview')
  await page.getByRole('button', { name: 'Try template' }).click()
  await page.getByText('There are no deliveries to try it on.').waitFor()
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('button', { name: 'Replay 2 refused calls' }).click()
  await page.getByText('1 posted, 1 updated.').waitFor()
  await page.locator('[aria-label=Preview][aria-busy=false]').waitFor()
  await look(page, 'template-replayed')
  await tryTemplate(page)
  await showLostField(page, db)
  expect(await messages()).toEqual(['**Incident:** Disk \\*full\\* on db-1\n- db-1\n- db-2'])
})
