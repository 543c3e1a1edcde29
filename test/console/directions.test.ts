import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { type Stack, startStack } from './stack.js'
import { openVisitor } from './visitor.js'

const arabic = 'ترجمة الموقع'
const integrations = '/first-team/integrations/incoming'

/** Adds posts in both directions, and a hook with an Arabic title. */
async function fill({ db, send, allWorked }: Stack) {
  const hook = await db.hook.update({
    where: { id: (await db.hook.findFirstOrThrow()).id },
    data: { displayName: arabic },
  })
  for (const text of ['another line', `${arabic} (2)`]) await send({ text })
  await allWorked()
  return { hook: hook.id, user: hook.userId }
}

/** Opens a browser that is logged in. */
async function openAs({ db, consoleUrl }: Stack, locale: string, user: string): Promise<Page> {
  const { page, context } = await openVisitor(consoleUrl, { locale })
  const [url, token] = [consoleUrl, await sessionOf(db, user)]
  await context.addCookies([
    { name: 'MMAUTHTOKEN', value: token, url, httpOnly: true },
    { name: 'MMUSERID', value: user, url },
  ])
  await page.goto('/first-team/channels/town-square')
  await page.getByText('another line').waitFor()
  return page
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(path => history.pushState({}, '', path), path)
  await page.locator('main h1').filter({ hasNotText: 'Loading' }).first().waitFor()
  await page.waitForFunction(() => !/^Loading/m.test(document.body.innerText))
}

const directionOf = (text: Locator) =>
  text.evaluate(node => getComputedStyle(node.closest('[dir]') ?? node).direction)

test('lays out posts and what people write from right to left', async () => {
  const stack = await startStack()
  const { user } = await fill(stack)
  const page = await openAs(stack, 'en-US', user)
  expect(await directionOf(page.getByText(`${arabic} (2)`).first())).toBe('rtl')
  expect(await directionOf(page.getByText('another line').first())).toBe('ltr')
  const composer = page.locator('textarea').first()
  await composer.fill(arabic)
  expect(await directionOf(composer)).toBe('rtl')
})

test('lays out titles from right to left in lists, headings and fields', async () => {
  const stack = await startStack()
  const { hook, user } = await fill(stack)
  const page = await openAs(stack, 'en-US', user)
  await goTo(page, integrations)
  expect(await directionOf(page.getByRole('row').getByRole('link', { name: arabic }))).toBe('rtl')
  await goTo(page, `${integrations}/${hook}/settings`)
  expect(await directionOf(page.getByRole('heading', { name: arabic, level: 1 }))).toBe('rtl')
  expect(await directionOf(page.getByLabel('Title', { exact: true }))).toBe('rtl')
  expect(await directionOf(page.getByLabel('Description'))).toBe('ltr')
})

test('starts attachments and lists at the right in such posts, and keeps code from left to right', async () => {
  const stack = await startStack()
  const { user } = await fill(stack)
  await stack.send({ text: `${arabic}\n- ${arabic} \`npm -v\``, attachments: [{ title: arabic }] })
  await stack.allWorked()
  const page = await openAs(stack, 'en-US', user)
  const post = page.locator('article').filter({ has: page.locator('code') })
  const bar = await post.locator('.attachment').evaluate(node => getComputedStyle(node, '::before').right)
  expect(bar).toBe('0px')
  expect(await post.locator('ul').evaluate(node => getComputedStyle(node).paddingRight)).toBe('24px')
  expect(await post.locator('code').evaluate(node => getComputedStyle(node).direction)).toBe('ltr')
})

test('lists a user whose name is Arabic with the name first', async () => {
  const stack = await startStack()
  const { user } = await fill(stack)
  await stack.db.user.update({ where: { id: user }, data: { firstName: arabic } })
  const page = await openAs(stack, 'en-US', user)
  await page.goto('/admin/users')
  const about = page.getByRole('row').getByText(arabic)
  const [name, email] = await about.evaluate((node, name) => {
    const text = node.firstChild as Text
    const leftOf = (part: string) => {
      const range = document.createRange()
      range.setStart(text, text.data.indexOf(part))
      range.setEnd(text, text.data.indexOf(part) + part.length)
      return range.getBoundingClientRect().left
    }
    return [leftOf(name), leftOf('@')]
  }, arabic)
  expect(name).toBeLessThan(email ?? 0)
})
