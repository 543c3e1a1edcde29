import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startAndEnter } from './enter.js'
import { look } from './look.js'
import { personIn } from './person.js'

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Write to Town Square' })

test('completes the names of emoji, and shows their codes as emoji', async () => {
  const { page, posts } = await startAndEnter()
  const field = fieldOf(page)
  await field.pressSequentially('done :white_che')
  const options = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option')
  await options.first().getByText(':white_check_mark:').waitFor()
  await look(page, 'composer-emoji')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('done :white_check_mark: ')
  await field.press('Enter')
  await page.getByText('done ✅').waitFor()
  expect((await posts()).at(-1)?.message).toContain(':white_check_mark:')
})

test('completes people, channels and hashtags', async () => {
  const stack = await startAndEnter()
  const { page } = stack
  await (await personIn(stack, 'reader', 'town-square')).write('about #release-train')
  await page.getByText('about #release-train').waitFor()
  const field = fieldOf(page)
  for (const [typed, list, name, text] of [
    ['@rea', 'People', '@reader', '@reader '],
    ['~build', 'Channels', '~builds', '@reader ~builds '],
    ['#rel', 'Hashtags', '#release-train', '@reader ~builds #release-train '],
  ] as const) {
    await field.pressSequentially(typed)
    await page.getByRole('listbox', { name: list }).getByText(name).waitFor()
    await field.press('Tab')
    expect(await field.inputValue()).toBe(text)
  }
})

test('chooses suggestions with arrows and by clicking, closes them with Esc, and leaves code alone', async () => {
  const { page } = await startAndEnter()
  const field = fieldOf(page)
  const list = page.getByRole('listbox', { name: 'Emoji' })
  await field.pressSequentially(':thumbs')
  await list.getByRole('option', { name: ':thumbsup:' }).waitFor()
  await field.press('ArrowDown')
  const active = () => field.getAttribute('aria-activedescendant')
  const activeText = async () => page.locator(`[id="${await active()}"]`).innerText()
  await expect.poll(activeText).toContain(':thumbsdown:')
  await field.press('Escape')
  await list.waitFor({ state: 'detached' })
  await field.pressSequentially('u')
  await list.getByRole('option', { name: ':thumbsup:' }).click()
  expect(await field.inputValue()).toBe(':thumbsup: ')
  await field.fill('`:thumbs')
  expect(await list.count()).toBe(0)
})

test('keeps what is typed while posts are sent, and sends them in order', async () => {
  const { page, posts } = await startAndEnter()
  const field = fieldOf(page)
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/posts/create*', async route => {
    await answered
    await route.continue()
  })
  await field.fill('the first')
  await field.press('Enter')
  await field.pressSequentially('the second')
  await field.press('Enter')
  await field.pressSequentially('a draft')
  answer()
  await page.getByRole('article').getByText('the second').waitFor()
  expect(await field.inputValue()).toBe('a draft')
  expect((await posts()).map(({ message }) => message)).toEqual(['the first', 'the second'])
})

test('brings back the text of a post that could not be sent', async () => {
  const { page, expectTrouble } = await startAndEnter()
  const field = fieldOf(page)
  expectTrouble(/Failed to load resource: net::/)
  await page.route('**/posts/create*', route => route.abort())
  await field.fill('lost?')
  await field.press('Enter')
  await page.getByRole('alert').getByText('Posthorn does not respond').waitFor()
  expect(await field.inputValue()).toBe('lost?')
})

test('writes in the reply field at once after Reply is pressed', async () => {
  const stack = await startAndEnter()
  const { page } = stack
  await (await personIn(stack, 'reader', 'town-square')).write('a question')
  const post = page.getByRole('article').filter({ hasText: 'a question' })
  await post.hover()
  await post.getByRole('link', { name: 'Reply' }).click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => field.evaluate(node => node === document.activeElement)).toBe(true)
})

test('keeps the newest post in view while the text grows', async () => {
  const { page, send } = await startAndEnter()
  await send({ text: Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('\n') })
  await page.getByText('line 59').waitFor()
  const list = page.getByRole('region', { name: 'Posts' })
  const below = () => list.evaluate(node => node.scrollHeight - node.clientHeight - Math.ceil(node.scrollTop))
  await expect.poll(below).toBeLessThanOrEqual(0)
  const height = (await list.boundingBox())?.height ?? 0
  await fieldOf(page).fill('one\ntwo\nthree\nfour\nfive\nsix\nseven')
  await expect.poll(async () => (await list.boundingBox())?.height).toBeLessThan(height - 80)
  await expect.poll(below).toBeLessThanOrEqual(0)
})
