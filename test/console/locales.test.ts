import { saveSettings } from '@posthorn/db'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { type Stack, startStack } from './stack.js'
import { openVisitor } from './visitor.js'

const arabic = 'ترجمة الموقع'
const integrations = '/first-team/integrations/incoming'

/** Fills the screens: posts that continue each other, deliveries of both outcomes, a refused call, and a title in Arabic. */
async function fill({ db, send, allWorked }: Stack) {
  const hook = await db.hook.update({
    where: { id: (await db.hook.findFirstOrThrow()).id },
    data: { displayName: arabic },
  })
  await saveSettings(db, { EnableOAuthServiceProvider: true })
  for (const text of ['one line', 'another line', `${arabic} (2)`]) await send({ text })
  await send({ text: 'lost', channel: 'no-such-channel' })
  await send({})
  await allWorked()
  const rejected = await db.delivery.findFirstOrThrow({ where: { outcome: 'rejected' } })
  const { teamId } = await db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  return { hook: hook.id, delivery: rejected.id, user: hook.userId, team: teamId }
}

/** The address of every screen. */
function screens({ hook, delivery, user, team }: Awaited<ReturnType<typeof fill>>): string[] {
  const ofHook = ['', '/refused', '/try', '/connect', '/settings', `/deliveries/${delivery}`]
  const system = ['integrations/custom', 'limits', 'pipeline', 'audit', 'users', `users/${user}`, 'users/new']
  const more = ['users/import', 'teams', `teams/${team}`, 'hooks']
  return [
    ...['channels/town-square', 'channels', 'account', 'integrations/apps'].map(
      path => `/first-team/${path}`,
    ),
    ...[integrations, `${integrations}/new`, ...ofHook.map(path => `${integrations}/${hook}${path}`)],
    ...[...system, ...more].map(path => `/admin/${path}`),
  ]
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

/** Returns times that take two lines or leave their cell, and overflow of the page. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const times = [...document.querySelectorAll('time.whitespace-nowrap')].filter(time => {
      const cell = time.closest('td, li, article')?.getBoundingClientRect()
      const { left, right } = time.getBoundingClientRect()
      const isOutside = cell && right > left && (right > cell.right + 1 || left < cell.left - 1)
      const lines = new Set([...time.getClientRects()].map(({ top }) => Math.round(top)))
      return lines.size > 1 || isOutside
    })
    const isWide = scrollWidth > clientWidth ? [`the page by ${scrollWidth - clientWidth} px`] : []
    return [...isWide, ...times.map(time => time.textContent ?? '')]
  })
}

test('every screen shows times in one line, and follow-ups as high as their text, in four locales', async () => {
  const stack = await startStack()
  const made = await fill(stack)
  const found: string[] = []
  for (const locale of ['en-US', 'de-DE', 'ja-JP', 'ar-EG']) {
    const page = await openAs(stack, locale, made.user)
    const followUp = page.getByRole('article').filter({ hasText: 'another line' })
    expect((await followUp.boundingBox())?.height, locale).toBeLessThan(32)
    for (const path of screens(made)) {
      await goTo(page, path)
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        found.push(...(await faults(page)).map(fault => `${locale} ${width} ${path}: ${fault}`))
      }
    }
  }
  expect(found).toEqual([])
})

test('lays out texts from right to left where they are shown and edited', async () => {
  const stack = await startStack()
  const { hook, user } = await fill(stack)
  const page = await openAs(stack, 'en-US', user)
  const direction = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate(node => getComputedStyle(node.closest('[dir]') ?? node).direction)
  expect(await direction(`${arabic} (2)`)).toBe('rtl')
  expect(await direction('another line')).toBe('ltr')
  const composer = page.locator('textarea').first()
  await composer.fill(arabic)
  expect(await composer.evaluate(node => getComputedStyle(node).direction)).toBe('rtl')
  await composer.fill('')
  await goTo(page, integrations)
  const title = page.getByRole('row').getByRole('link', { name: arabic })
  expect(await title.evaluate(node => getComputedStyle(node).direction)).toBe('rtl')
  await goTo(page, `${integrations}/${hook}/settings`)
  expect(
    await page
      .getByRole('heading', { name: arabic, level: 1 })
      .evaluate(node => getComputedStyle(node).direction),
  ).toBe('rtl')
  expect(
    await page.getByLabel('Title', { exact: true }).evaluate(node => getComputedStyle(node).direction),
  ).toBe('rtl')
  expect(await page.getByLabel('Description').evaluate(node => getComputedStyle(node).direction)).toBe('ltr')
})
