import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter, startAndEnter } from './enter.js'
import { look } from './look.js'
import { personIn } from './person.js'
import { startStack } from './stack.js'

const places = [
  ['build', 'Channels', /^Builds/, 'Builds'],
  ['read', 'People', /^reader/, 'reader'],
  ['first h', 'Webhooks', /^First hook/, 'First hook'],
  ['account', 'Screens', /^My account/, 'My account'],
] as const

test('Ctrl+K leads to channels, people, webhooks and screens, also while somebody writes', async () => {
  const { page } = await startAndEnter()
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  const field = box.getByRole('combobox')
  await page.getByRole('textbox', { name: 'Write to Town Square' }).focus()
  await page.keyboard.press('Control+k')
  await box.getByRole('option', { name: /^Off-Topic/ }).waitFor()
  await look(page, 'jump')
  for (const [typed, group, option, heading] of places) {
    await box.waitFor()
    await field.fill(typed)
    await box.getByRole('group', { name: group }).getByRole('option', { name: option }).waitFor()
    await field.press('Enter')
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await box.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
  }
  await field.press('Escape')
  await box.waitFor({ state: 'detached' })
})

test('keeps what is typed while the box of Ctrl+K loads', async () => {
  const { page } = await startAndEnter()
  const field = page.getByRole('dialog', { name: 'Search or jump' }).getByRole('combobox')
  let load = () => {}
  const typed = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route(/jump-box/, async route => {
    await typed
    await route.continue()
  })
  const loading = page.waitForRequest(/jump-box/)
  const message = page.getByRole('textbox', { name: 'Write to Town Square' })
  await message.fill('not yet')
  await page.keyboard.press('Control+k')
  await loading
  await page.keyboard.type('gone')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('off tx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  load()
  await field.waitFor()
  await page.keyboard.type('op')
  expect(await field.inputValue()).toBe('off top')
  expect(await message.inputValue()).toBe('not yet')
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
})

test('finds posts with their words in context, and opens them in their channel', async () => {
  const stack = await startAndEnter()
  const { page } = stack
  const reader = await personIn(stack, 'reader', 'builds')
  const found = await reader.write('The deploy of the **checkout** failed because the disk of db-2 is full')
  await reader.write('nothing of interest')
  await page.getByRole('button', { name: /^Search/ }).click()
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  const field = box.getByRole('combobox')
  await field.fill('checkout disk')
  const post = box.getByRole('group', { name: 'Posts' }).getByRole('option')
  await post.waitFor()
  expect(await post.innerText()).toMatch(/reader\s+Builds/)
  expect(await post.locator('mark').allInnerTexts()).toEqual(['checkout', 'disk'])
  await look(page, 'jump-posts')
  await stack.send({ text: 'checked by a webhook' })
  await stack.allWorked()
  await field.fill('checked webhook')
  await post.filter({ hasText: 'First hook' }).waitFor()
  await field.fill('checkout disk')
  await post.filter({ hasText: 'reader' }).waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Builds', level: 1 }).waitFor()
  await eventually(() => expect(page.url()).toContain(`?post=${found.id}`))
})

test('finds posts while their last word is being typed', async () => {
  const stack = await startAndEnter()
  const { page } = stack
  await (await personIn(stack, 'reader', 'builds')).write('The disk of the checkout is full')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  await box.getByRole('combobox').fill('disk check')
  const post = box.getByRole('group', { name: 'Posts' }).getByRole('option')
  await post.waitFor()
  expect(await post.locator('mark').allInnerTexts()).toEqual(['disk', 'check'])
})

test('says that nothing was found', async () => {
  const { page } = await startAndEnter()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  await box.getByRole('combobox').fill('no such words anywhere')
  await box.getByText('Nothing found.').waitFor()
})

test('Ctrl+K also leads from the system console to channels and screens', async () => {
  const { page } = await startAndEnter()
  await page.goto('/admin/users')
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  await page.getByRole('button', { name: 'Search' }).click()
  await box.getByRole('combobox').fill('pipe')
  await box.getByRole('option', { name: /^Pipeline/ }).click()
  await page.getByRole('heading', { name: 'Pipeline', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await box.getByRole('combobox').fill('builds')
  await box.getByRole('option', { name: /^Builds/ }).waitFor()
  await box.getByRole('combobox').press('Enter')
  await page.getByRole('heading', { name: 'Builds', level: 1 }).waitFor()
})

test('finds deliveries of any webhook for system administrators, and opens their history', async () => {
  const stack = await startAndEnter()
  const { page } = stack
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const call = { headers: { 'x-request-id': 'order-7/1', traceparent } }
  const { headers } = await stack.send({ text: 'a **build**' }, call.headers)
  await stack.send({ text: 'x', channel: 'nowhere' }, call.headers)
  await stack.allWorked()
  const id = headers.get('x-delivery-id') ?? ''
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  const field = box.getByRole('combobox')
  const found = box.getByRole('group', { name: 'Deliveries' }).getByRole('option')
  const type = async (text: string, count: number) => {
    const answered = page.waitForResponse(response => response.url().includes(encodeURIComponent(text)))
    await field.fill(text)
    await answered
    await eventually(async () => expect(await found.allInnerTexts()).toHaveLength(count))
  }
  for (const typed of ['4bf92f3577b34da6a3ce929d0e0e4736', 'order-7/1', '127.0.0.1']) await type(typed, 2)
  expect(await found.allInnerTexts()).toEqual([
    expect.stringMatching(/^First hook\s+Rejected/),
    expect.stringMatching(/^First hook\s+Posted/),
  ])
  await look(page, 'jump-deliveries')
  await type(headers.get('x-request-id') ?? '', 1)
  await type(id, 1)
  await found.click()
  await eventually(() => expect(page.url()).toContain(`/deliveries/${id}`))
  await page.getByRole('heading', { name: /^Delivery/, level: 1 }).waitFor()
})

test('shows members no deliveries of other users’ webhooks', async () => {
  const stack = await startStack()
  const { page } = await enter(stack.consoleUrl, { user: 'reader' })
  const { headers } = await stack.send({ text: 'x' })
  await stack.allWorked()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog', { name: 'Search or jump' })
  await box.getByRole('combobox').fill(headers.get('x-delivery-id') ?? '')
  await box.getByText('Nothing found.').waitFor()
  expect(asked.filter(url => url.includes('/admin/'))).toEqual([])
})
