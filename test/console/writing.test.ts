import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startAndEnter } from './enter.js'
import { look } from './look.js'
import { personIn } from './person.js'

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Write to Town Square' })

test('completes emoji, people, channels and hashtags, and shows emoji codes as emoji', async () => {
  const stack = await startAndEnter()
  const { page, posts } = stack
  const reader = await personIn(stack, 'reader', 'town-square')
  await reader.write('about #release-train :tada:')
  await page.getByText('about #release-train 🎉').waitFor()
  const field = fieldOf(page)
  await field.pressSequentially('done :white_che')
  const options = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option')
  await options.first().getByText(':white_check_mark:').waitFor()
  await look(page, 'composer-emoji')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('done :white_check_mark: ')
  for (const [typed, list, name, shown] of [
    ['@rea', 'People', '@reader', 'done :white_check_mark: @reader '],
    ['~build', 'Channels', '~builds', 'done :white_check_mark: @reader ~builds '],
    ['#rel', 'Hashtags', '#release-train', 'done :white_check_mark: @reader ~builds #release-train '],
  ] as const) {
    await field.pressSequentially(typed)
    await page.getByRole('listbox', { name: list }).getByText(name).waitFor()
    await field.press('Tab')
    expect(await field.inputValue()).toBe(shown)
  }
  await field.press('Enter')
  await page.getByText('done ✅ @reader ~builds #release-train').waitFor()
  expect((await posts()).at(-1)?.message).toContain(':white_check_mark:')
})

test('chooses suggestions with arrows and by clicking, closes them with Esc, and leaves code alone', async () => {
  const { page } = await startAndEnter()
  const field = fieldOf(page)
  const list = page.getByRole('listbox', { name: 'Emoji' })
  await field.pressSequentially(':thumbs')
  await list.getByRole('option', { name: ':thumbsup:' }).waitFor()
  await field.press('ArrowDown')
  const active = await field.getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).innerText()).toContain(':thumbsdown:')
  await field.press('Escape')
  await list.waitFor({ state: 'detached' })
  await field.pressSequentially('u')
  await list.getByRole('option', { name: ':thumbsup:' }).click()
  expect(await field.inputValue()).toBe(':thumbsup: ')
  await field.fill('`:thumbs')
  expect(await list.count()).toBe(0)
})
